/**
 * Problem that the operator must solve. Its message is one sentence with cause and remedy, printed on the terminal
 * without a stack; exit code 1.
 */
export class UserError extends Error {}
