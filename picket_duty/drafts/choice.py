"""The draft of a choice: an option selected, or a number or a label typed.

It serves the decisions of the destroyer and the questions of the companion games.
"""

from __future__ import annotations

from string import ascii_lowercase

from picket_duty.requests import LABEL, NUMBER, ONE, Answer, Choice, Illegal, Option
from picket_duty.text.english import listed

#: The index of the selection if no option is selected.
NONE = -1
#: More characters than any answer has, so that a long answer is refused, not cut.
LONGEST = 12
#: More keys than these are named by the first and the last, if they count up.
MOST_LISTED = 4
#: What a panel says if there is no answer yet.
CHOOSE_FIRST = "Choose first: {}."
TYPE_FIRST = "Type {}, then press Enter."


class ChoiceDraft:
    """A choice while the player makes it.

    ``selected`` is the index of an option, or ``NONE``. ``typed`` is what was typed of a number or
    a label, or of the key of an option. ``is_refused`` is whether the key typed last was that of no
    option: an Enter typed after it answers nothing.
    """

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.keys = option_keys(choice)
        self.selected = NONE
        self.typed = ""
        self.is_refused = False

    @property
    def value(self) -> str:
        """The value of the option selected, empty for none."""
        return "" if self.selected == NONE else self.choice.options[self.selected].value

    def select(self, value: str) -> None:
        """Select an option by its value, the first if there is none."""
        values = [option.value for option in self.choice.options]
        self.selected = values.index(value) if value in values else 0

    def select_usual(self) -> None:
        """Select the option that is usually chosen, or else the first that is legal."""
        usual = self.choice.decision.marked
        # False sorts before True: the usual option is first, a barred one last.
        ranks = [(each.value != usual, bool(each.barred)) for each in self.choice.options]
        self.selected = ranks.index(min(ranks))

    def open_keys(self) -> str:
        """The keys of the options that are legal: ``1, 2 or 3``, or ``1 to 10``."""
        keyed = zip(self.keys, self.choice.options, strict=True)
        legal = [key for key, option in keyed if not option.barred]
        return keys_words(legal) if len(legal) > MOST_LISTED else listed(legal, "or")

    def move(self, step: int) -> None:
        """Select an option further down, or type a lower number; a step past an end stays there."""
        self.is_refused = False
        choice = self.choice
        if choice.kind == NUMBER:
            is_number = self.typed.removeprefix("-").isdigit()
            number = int(self.typed) if is_number else choice.least
            self.typed = str(max(choice.least, min(choice.most, number - step)))
        elif choice.kind == ONE:
            self.typed = ""
            self.selected = max(0, min(len(choice.options) - 1, self.selected + step))

    def takes(self, character: str) -> bool:
        """Whether a character other than a digit is typed: letters of a label or an option,
        separators of a number.
        """
        if self.choice.kind == ONE:
            return character.isalpha() and character in self.keys
        is_letter = character.isascii() and character.isalpha()
        return character in ".,-+/" or (self.choice.kind == LABEL and is_letter)

    def type(self, character: str, afresh: bool = False) -> None:
        """Select an option by its key, or add to a number or label, unless it is begun ``afresh``.
        Raises Illegal for the key of no option.
        """
        if self.choice.kind != ONE:
            begun = "" if afresh else self.typed
            self.typed = (begun + character.upper())[:LONGEST]
            return
        self.is_refused = False
        # If some keys have two digits, digits are collected; any other key is whole.
        begun = self.typed if max(map(len, self.keys)) > 1 and character.isdigit() else ""
        self.typed = begun + character
        matching = [key for key in self.keys if key.startswith(self.typed)]
        if not matching:
            refused = self.typed
            self.typed = ""
            self.is_refused = True
            raise Illegal(f"{refused} is not an option. Type {keys_words(self.keys)}.")
        key = self.typed if self.typed in self.keys else matching[0]
        self.selected = self.keys.index(key)

    def erase(self) -> None:
        """Delete the last character."""
        self.typed = self.typed[:-1]

    def answer(self) -> Answer | None:
        """The answer, None if the option typed last was refused. Raises Illegal if there is none
        yet.
        """
        choice = self.choice
        if choice.kind == ONE:
            if self.selected == NONE:
                raise Illegal(CHOOSE_FIRST.format(self.open_keys()))
            is_refused = self.is_refused
            self.is_refused = False
            return None if is_refused else self.value
        if self.typed:
            return answer_of(choice, self.typed)
        # Enter alone gives the option beside a number or a label, if there is one.
        if choice.options:
            return choice.options[0].value
        wanted = "the label"
        if choice.kind == NUMBER:
            wanted = f"a number from {choice.least} to {choice.most}"
        raise Illegal(TYPE_FIRST.format(wanted))


def option_keys(choice: Choice) -> list[str]:
    """What is typed for each option: its number in the list; beside numbers of the map their
    numbers, else letters.
    """
    values = [option.value for option in choice.options]
    if choice.kind == LABEL:
        return values
    if not choice.decision.numbered or not any(map(str.isdigit, values)):
        return [str(number) for number in range(1, len(values) + 1)]
    letters = iter(ascii_lowercase)
    return [value if value.isdigit() else next(letters) for value in values]


def keys_words(keys: list[str]) -> str:
    """The keys of a list in words: first to last if they count up from 1, else each."""
    counted = [str(number) for number in range(1, len(keys) + 1)]
    if keys == counted and len(keys) > 1:
        return f"1 to {keys[-1]}"
    return ", ".join(keys)


def offered_words(option: Option) -> str:
    """An option; a barred one with the reason."""
    return f"{option.text} (not now: {option.barred})" if option.barred else option.text


def option_typed(choice: Choice, text: str) -> str | None:
    """The value of the option typed by its key, its value or its text; None if there is none."""
    keys = option_keys(choice)
    if text in keys:
        return choice.options[keys.index(text)].value
    for option in choice.options:
        if text == option.value or text.lower() == option.text.lower():
            return option.value
    return None


def answer_of(choice: Choice, text: str) -> Answer:
    """The answer typed: a number, or an option by its key or value. Raises Illegal."""
    if choice.kind == NUMBER:
        is_number = text.isascii() and text.removeprefix("-").isdigit()
        # No answer is longer than the highest number with a sign.
        if not is_number or len(text) > len(str(choice.most)) + 1:
            raise Illegal(f"{text[:20]!r} is not a number from {choice.least} to {choice.most}")
        return int(text)
    value = option_typed(choice, text)
    if value is not None:
        return value
    keys = option_keys(choice)
    # On the map, options beside numbers are typed by letters. If this list happens to have no such
    # numbers, its options are counted, but the letters that players know are understood too.
    if choice.decision.numbered and text in ascii_lowercase[: len(keys)] and keys[0] == "1":
        return choice.options[ascii_lowercase.index(text)].value
    if choice.kind == ONE:
        raise Illegal(f"{text[:20]!r} is not an option. Type {keys_words(keys)}.")
    return text
