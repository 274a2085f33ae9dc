import { type EntityFields, field } from './field'

const profile = field('users.profile', {
  words: { admin: 'users.profiles.admin', supervisor: 'users.profiles.supervisor', user: 'users.profiles.user' },
})
const repeated = { repeated: field('audit.named.repeated') }

/** Fields of people: users, how they sign in, and contacts. */
export const peopleFields: EntityFields = {
  user: {
    name: field('users.name'),
    email: field('users.email'),
    password: field('users.password'),
    profile,
    allTicket: field('users.allTicket', { words: { enabled: 'audit.yes', desabled: 'audit.no' } }),
    whatsappId: field('users.connection', 'connection'),
    language: field('users.language', 'language'),
    queues: field('users.queues', 'names'),
    secondFactor: field('twoStep.title', 'flag'),
    super: field('users.isSuper', 'flag'),
    recoveryCodes: field('twoStep.recovery'),
    recoveryCode: field('audit.named.recoveryCode'),
  },
  invitation: {
    name: field('users.name'),
    email: field('users.email'),
    profile,
    queues: field('users.queues', 'names'),
    expiresAt: field('audit.named.expiresAt', 'moment'),
  },
  apiKey: {
    name: field('apiKeys.name'),
    prefix: field('apiKeys.key'),
    scopes: field('apiKeys.scopes', 'names'),
    addresses: field('apiKeys.addresses', 'names'),
    expiresOn: field('apiKeys.expires', 'day'),
    confirms: field('apiKeys.confirms', 'flag'),
    ticketId: field('audit.named.ticketNumber'),
    proposalId: field('audit.named.proposalNumber'),
    ...repeated,
  },
  passkey: { name: field('passkeys.name') },
  session: { ended: field('audit.named.ended') },
  ...{ login: repeated, secondFactor: repeated, permission: repeated },
  support: { reason: field('support.reason'), expiresAt: field('audit.named.expiresAt', 'moment') },
  contact: {
    file: field('contactImport.title'),
    merged: field('audit.named.merged'),
    restored: field('audit.named.restored'),
    tickets: field('queues.usedTickets'),
    messages: field('audit.named.messages'),
    inGroups: field('audit.named.inGroups'),
    notes: field('audit.named.notes'),
    drafts: field('audit.named.drafts'),
    schedules: field('schedules.title'),
    addresses: field('audit.named.addresses'),
    files: field('files.title'),
    bytes: field('audit.named.bytes'),
    proof: field('audit.named.proof'),
  },
}
