"""Numbers of the manual that no table or rule has: the text around them, by page and reason."""

FIXED: dict[str, dict[str, tuple[str, ...]]] = {
    "start": {
        "the year": ("spring of 1945. You",),
    },
    "tactics": {
        "measured by playing pairs of games once": (
            "them in 1,293 pairs of games of scenarios 2 to 5: | Fire",
            "| within 0.5 points (standard error 1.2) | | all fighters sent at once | loses 4.0 points | |",
            "| loses 4.6 points | ##",
            "in all 45 positions",
        ),
        "measured as tools/bench/bench_doctrine.py does": (
            "return. In 400 games of",
            "compared the chances held 2.44 stages at the basic level",
            "fixed limits for hull and stores held 2.23 stages",
        ),
        "measured once by captains who always give one answer about relief, in 400 games of long A and 1,500 minis": (
            "went in for repairs held 2.16 stages, because",
            "Of 100 basic games, a captain who always stayed won 42, and a captain who always went in won 49, as many",
        ),
    },
    "readings": {
        "measured with the command above the table; bands: tests/lab/test_calibrate.py": (
            "row shows the results of 400 games of long campaign A",
            "400`), with 95% confidence",
            "table shows the results of 400 games of long campaign B: |",
            "| 83% | |",
            "| 48% | | Greedy (basic) | 7.02 (6.76-7.28) | 59% | | Greedy",
            "| 20% | | Random",
            "| 0% | | Random",
            "| 0% | ## Chart",
        ),
    },
}
