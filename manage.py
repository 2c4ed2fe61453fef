#!/usr/bin/env python
"""Entry point for Django's commands."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "botanik_site.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - settings first

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
