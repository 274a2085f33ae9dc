/**
 * Users and other senders of requests. Bob is assigned the ticket of target `own`, in queue 1; Vera that of `unseen`,
 * in queue 2. Sara is supervisor of queue 1 and Ana admin of the same company. Rui is admin of another company and Root
 * super user of a third. Eva's company has an expired licence, so her token is valid for renewal only. `anonymous` sends
 * no token and `invalidToken` one that the server did not sign.
 */
export const actors = ['anonymous', 'invalidToken', 'bob', 'vera', 'sara', 'ana', 'rui', 'root', 'eva'] as const
export type Actor = (typeof actors)[number]

/** Rows of Bob, of Vera, of Rui's company, and ids without a row. */
export const targets = ['own', 'unseen', 'foreign', 'missing'] as const
export type Target = (typeof targets)[number]

/** Ids of the rows of one target: one row of each kind. */
export interface Ids {
  ticket: number
  uuid: string
  message: number
  note: number
  proposal: number
  contact: number
  /** Contact without a ticket. */
  freeContact: number
  merge: number
  whatsapp: number
  queue: number
  option: number
  integration: number
  flow: number
  flowReplay: number
  flowCase: number
  phrase: number
  campaign: number
  contactList: number
  contactListItem: number
  optOut: number
  contactImport: number
  importIntoContacts: number
  numberCheck: number
  webhook: number
  apiKey: number
  delivery: number
  tag: number
  quickMessage: number
  schedule: number
  report: number
  invoice: number
  fileList: number
  fileOption: number
  prompt: number
  user: number
  /** Invitation to the company of `user`. */
  invitation: number
  /** Login (row of `tokens`) of `user`. */
  login: number
  /** Passkey of `user`. */
  passkey: number
  media: string
  plan: number
  chat: number
  chatUuid: string
  chatMessage: number
  company: number
  help: number
  announcement: number
  support: number
}
export type Kind = keyof Ids
