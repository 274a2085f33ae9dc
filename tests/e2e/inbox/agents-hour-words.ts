import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Page } from 'playwright'
import type { Control } from '../../../emulator/control-client'

/** Every word that agents typed during a simulated hour, and the places where each of them is at the end. */

/** Place at which a typed word is found; a word without a place is lost. */
export interface Places {
  /** Messages to customers, those among them that WhatsApp has not confirmed, notes and drafts in the database. */
  messages: number
  unconfirmed: number
  notes: number
  drafts: number
  /** Messages on phones of customers, each counted once. */
  phones: number
  /** Messages, drafts and notes in a browser that could not be sent yet; messages are shown with the reason. */
  unsent: number
}

interface TypedWord {
  word: string
  by: string
  /** Step during which it was typed, for the report. */
  during: string
  /** Time in epoch ms. */
  at: number
}

/** Words that were in the field after they had been typed, and so must not be lost. */
export class Words {
  readonly typed: TypedWord[] = []
  private count = 0

  /** Returns a word that occurs nowhere else. A name before it and a letter at its end let no word contain another one. */
  next(by: string): string {
    return `${by.toLowerCase()}${++this.count}z`
  }
}

interface Sources {
  dataDir: string
  control: Control
  pages: Page[]
}

/** Counts each word at each place. */
export async function findWords(words: readonly TypedWord[], sources: Sources): Promise<Map<string, Places>> {
  const db = new Database(join(sources.dataDir, 'balcao.db'), { readonly: true })
  const texts = (sql: string) => (db.query(sql).all() as { text: string }[]).map(({ text }) => text)
  const messages = texts('select body as text from messages where fromMe = 1')
  const unconfirmed = texts('select body as text from messages where fromMe = 1 and ack = 0')
  const notes = texts('select note as text from ticket_notes')
  const drafts = texts('select body as text from drafts')
  db.close()
  const phones = await textsOnPhones(sources)
  const unsent = (await Promise.all(sources.pages.map(unsentTexts))).flat()
  // A step that ended within a word leaves its first letters, and the next word follows without a space.
  const count = (all: string[], word: string) => all.filter((text) => text.includes(word)).length
  return new Map(
    words.map(({ word }) => [
      word,
      {
        messages: count(messages, word),
        unconfirmed: count(unconfirmed, word),
        notes: count(notes, word),
        drafts: count(drafts, word),
        phones: count(phones, word),
        unsent: count(unsent, word),
      },
    ]),
  )
}

async function textsOnPhones({ control }: Sources): Promise<string[]> {
  const customers = await control.customers()
  const inboxes = await Promise.all(customers.map(({ number }) => control.inbox({ phone: number })))
  // A message to a group is on the phone of each member; an edit replaces the text of its message.
  const entries = inboxes.flat().map(({ id, text = '', edit }) => [edit?.of ?? id, edit?.text ?? text] as const)
  return [...new Map(entries).values()]
}

/**
 * Messages that the browser stores until the server has confirmed them (ui/lib/outbox/stored-entries.ts), and drafts,
 * edits and notes that the server does not have, such as those typed while the conversation was transferred
 * (ui/lib/drafts.ts, ui/pages/inbox/tickets/store/unsaved-edit.ts, ui/pages/inbox/tickets/store/composer.ts).
 */
const unsentTexts = (page: Page) =>
  page.evaluate(() => {
    interface Stored {
      draft?: { body?: string }
      text?: string
      dirty?: boolean
    }
    const values = (prefix: string) =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith(prefix))
        .map((key) => localStorage.getItem(key) ?? '')
    const stored = (prefix: string) => values(prefix).map((value) => JSON.parse(value || '{}') as Stored)
    const texts = [...stored('draft:').filter(({ dirty }) => dirty), ...stored('edit:')]
    const messages = stored('outbox:').map(({ draft }) => draft?.body ?? '')
    return [...messages, ...texts.map(({ text }) => text ?? ''), ...values('note:')]
  })

/** Returns one line per word that is nowhere, was sent twice, or was confirmed by WhatsApp but is on no phone. */
export function findFaults(words: readonly TypedWord[], places: Map<string, Places>): string[] {
  return words.flatMap(({ word, by, during }) => {
    const { messages, unconfirmed, notes, drafts, phones, unsent } = places.get(word)!
    const kept = notes + drafts + unsent
    const fault =
      messages + kept === 0
        ? 'is lost'
        : messages > 1 || phones > 1
          ? 'was sent twice'
          : phones < messages - unconfirmed
            ? 'is in the thread but not on the phone'
            : null
    return fault ? [`${word} of ${by}, typed during "${during}", ${fault}: ${JSON.stringify(places.get(word))}`] : []
  })
}
