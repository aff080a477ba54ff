/** A test that expects nothing passes whatever the code does. A loop over an empty list of cases is such a test. */
beforeEach(() => expect.hasAssertions());
