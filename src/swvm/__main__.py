"""`python -m swvm` is `swvm`."""

from swvm.cli import main

if __name__ == "__main__":
    main()
