import type { Contact } from './model'

/**
 * What the audit log may keep of a contact: enough to recognise them, not who they are. The log is never rewritten,
 * and a person may ask to be forgotten.
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
