/**
 * Bob holds the ticket of `own` in queue 1; vera that of `unseen` in queue 2; sara supervises queue 1; ana is admin.
 * Rui is the admin of another company, root the super user of a third; eva's licence ran out, her token is good for
 * renewal only. Nobody sends no token, garbage one that is none.
 */
export const actors = ['nobody', 'garbage', 'bob', 'vera', 'sara', 'ana', 'rui', 'root', 'eva'] as const
export type Actor = (typeof actors)[number]

/** Rows of one's own desk, of a colleague's, of another company, and ids that nobody has. */
export const targets = ['own', 'unseen', 'foreign', 'missing'] as const
export type Target = (typeof targets)[number]

export interface Ids {
  ticket: number
  uuid: string
  message: number
  note: number
  contact: number
  /** A contact without a ticket. */
  free: number
  merge: number
  whatsapp: number
  queue: number
  option: number
  tag: number
  quickMessage: number
  schedule: number
  invoice: number
  fileList: number
  fileOption: number
  user: number
  /** A login of that person's. */
  login: number
  media: string
  plan: number
  chat: number
  chatUuid: string
  company: number
  help: number
  announcement: number
  support: number
}
export type Kind = keyof Ids
