/** Time in ms for which a lease is valid after its renewal, and a node counts as living after its beat. */
export const ttlMs = 20_000
/** The server's clock in ms at the start of a statement. */
export const statementClock = '(extract(epoch from statement_timestamp()) * 1000)::bigint'
