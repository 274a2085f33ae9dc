/**
 * Oldest newest migration of a version that can serve the schema of this one, such as after an update that is rolled
 * back (docs/adr/0174). Raise it to the last migration of the version before when that version becomes published, and to
 * the step itself for a step that does not only expand (CONTRIBUTING.md).
 */
export const readableSince = '0101-drained-nodes'
