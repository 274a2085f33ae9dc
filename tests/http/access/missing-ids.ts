import type { Ids } from './actors'

/** Higher than every id in tests. */
export const missingId = 9_000_000
export const missingIds: Ids = {
  ticket: missingId,
  uuid: '00000000-0000-4000-8000-000000000000',
  message: missingId,
  note: missingId,
  contact: missingId,
  freeContact: missingId,
  merge: missingId,
  whatsapp: missingId,
  queue: missingId,
  option: missingId,
  integration: missingId,
  tag: missingId,
  quickMessage: missingId,
  schedule: missingId,
  invoice: missingId,
  fileList: missingId,
  fileOption: missingId,
  prompt: missingId,
  user: missingId,
  login: missingId,
  media: 'f'.repeat(32),
  plan: missingId,
  chat: missingId,
  chatUuid: '00000000-0000-4000-8000-000000000000',
  company: missingId,
  help: missingId,
  announcement: missingId,
  support: missingId,
}
