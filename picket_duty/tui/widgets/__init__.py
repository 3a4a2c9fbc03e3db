"""The widgets of the battle screen, all drawn line by line."""
