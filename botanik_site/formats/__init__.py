"""How dates are written where Django's own way will not do."""
