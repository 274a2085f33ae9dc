/** Names of the members of a company archive beside its manifest. */
export const companyArchiveMember = /^(data\/[a-z_]+\.jsonl|media\/[0-9a-f]{32})$/
