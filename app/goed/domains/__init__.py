"""What is special to a family of learners, behind one seam: `domain` says what the program asks of a domain, `registry`
which domains there are, and each of goed's own is a folder. The core imports no domain, and no domain another one.
"""
