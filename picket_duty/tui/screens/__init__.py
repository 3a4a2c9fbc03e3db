"""The screens: menu, set-up, battle, tables, help, day's end, outcome."""
