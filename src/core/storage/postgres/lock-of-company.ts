/** First key of the advisory locks that order the units of a company; the second is the company, 0 for none. */
const lockClass = 1

/** Statement that waits for the lock of a company, which a unit has until its end. */
export const lockOfCompany = (companyId: number) => `select pg_advisory_xact_lock(${lockClass}, ${companyId})`
