import type { Contact } from './model'

/**
 * Name of a contact in the audit log: id, initials and last four digits, without personal data. The log is never
 * rewritten, and a customer may demand erasure.
 */
export const auditLabelOf = ({ id, name, number }: Pick<Contact, 'id' | 'name' | 'number'>): string =>
  [`#${id}`, initials(name), number === null ? '' : `…${number.slice(-4)}`].filter(Boolean).join(' ')

const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word))
    .slice(0, 3)
    .map((word) => `${[...word][0]}.`)
    .join(' ')
