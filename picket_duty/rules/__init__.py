"""What happens: one module a chapter of the rules, generators over the state."""
