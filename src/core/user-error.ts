/**
 * Something the person who runs the installation must put right first. Its message is one plain sentence that names
 * the thing and the remedy: said on the terminal without a stack, exit 1.
 */
export class Refused extends Error {}
