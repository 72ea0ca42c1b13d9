// This file is empty: a package with one may declare functions without a body.
