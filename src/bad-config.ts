/** An environment variable with an invalid value; the process prints one line and exits with 2. */
export class BadConfig extends Error {
  constructor(
    readonly variable: string,
    problem: string,
  ) {
    super(`${variable} ${problem}`)
  }
}
