import type { Message } from '../../../../../src/features/inbox/messages/model'
import { readStored, writeStored } from '../../../../lib/storage'

/** Edit whose text the server does not have; kept in this browser over a reload. */
export interface UnsavedEdit {
  message: Message
  text: string
}

/** @param key user and ticket, as in `7:31` */
export function readEdit(key: string): UnsavedEdit | null {
  try {
    return JSON.parse(readStored(`edit:${key}`) ?? 'null') as UnsavedEdit | null
  } catch {
    return null
  }
}

export function writeEdit(key: string, edit: UnsavedEdit | null) {
  writeStored(`edit:${key}`, edit && JSON.stringify(edit))
}
