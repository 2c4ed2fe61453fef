"""Chromium itself dies: the test is begun anew, once."""

times = []


def test_it_begins_a_test_anew_whose_chromium_died(open_page):
    times.append("begun")
    page = open_page()

    if len(times) == 1:
        page.page.goto("chrome://crash")

    assert page.locator("h1").count() == 1
    assert times == ["begun", "begun"]
