import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { saveDraft } from '../../../ui/lib/drafts'
import { unsentEntries } from '../../../ui/lib/outbox/entries'
import { session } from '../../../ui/lib/session'
import { type ComposerModel, useComposer } from '../../../ui/pages/inbox/tickets/composer/use-composer'
import { storeAttachments } from '../../../ui/pages/inbox/tickets/store/composer'
import { getThread } from '../../../ui/pages/inbox/tickets/store/threads'
import { until } from '../../until'
import { ana, json, serve } from '../browser'
import { render, unmount } from '../rendered'
import { ticket } from './tickets-fixtures'

/** A quick message whose file is downloaded after its text was inserted. */

const nativeFetch = globalThis.fetch
const thread = getThread(ticket({ id: 5 }))
let model: ComposerModel
function Probe() {
  model = useComposer(thread)
  return null
}

beforeEach(() => {
  session.value = { kind: 'in', me: { ...ana, queues: [] } as never }
  serve(() => json({}))
  render(createElement(Probe))
})
afterEach(() => {
  unmount()
  saveDraft(5, '')
  storeAttachments(5, [])
  session.value = { kind: 'out' }
  globalThis.fetch = nativeFetch
})

test('Enter before the file is there sends nothing; the text then becomes its caption', async () => {
  const download = Promise.withResolvers<File[]>()
  model.setText('Segue o cardápio')
  void model.fetchFiles(download.promise)
  await until('the wait', () => model.isFetching && model.body === 'Segue o cardápio')
  await model.sendText()
  expect([unsentEntries.peek(), model.body]).toEqual([[], 'Segue o cardápio'])
  download.resolve([new File(['%PDF'], 'cardapio.pdf', { type: 'application/pdf' })])
  await until('the file', () => model.attachments.length === 1 && !model.isFetching)
  expect([model.attachments[0]?.caption, model.body]).toEqual(['Segue o cardápio', ''])
})

test('a file that cannot be downloaded leaves the text, which can then be sent', async () => {
  model.setText('Segue o cardápio')
  void model.fetchFiles(Promise.resolve([]))
  await until('the end', () => !model.isFetching && model.body !== '')
  await model.sendText()
  await until('the empty field', () => model.body === '')
})
