/** Domain of the e-mails of support users; no person may have one. RFC 2606 reserves `.invalid`. */
const supportDomain = '@support.invalid'

export const isSupportAddress = (email: string) => email.toLowerCase().endsWith(supportDomain)

/** New e-mail for a super user's support user in a company. */
export const newSupportAddress = (superId: number, companyId: number) =>
  `support-${superId}-${companyId}-${crypto.randomUUID()}${supportDomain}`

/** Pattern for SQL `like`: the support users of a super user in any company. */
export const supportAddressesOf = (superId: number) => `support-${superId}-%${supportDomain}`
