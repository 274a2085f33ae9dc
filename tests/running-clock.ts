import { afterEach, setSystemTime } from 'bun:test'

/** Lets the clock run again after each test: one that a test has stopped would stand still in the files that follow. */
afterEach(() => void setSystemTime())
