import '../browser'
import { afterEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { ConfirmHost } from '../../../ui/components/confirm'
import { loadAllTexts, startTexts } from '../../../ui/lib/texts'
import { loadToasts } from '../../../ui/lib/toast'
import { confirmAndDeleteNote } from '../../../ui/pages/inbox/tickets/notes/delete-note'
import { until } from '../../until'
import { json, serve } from '../browser'
import { press, render, unmount } from '../rendered'

await startTexts()
await loadAllTexts('pt')
const nativeFetch = globalThis.fetch
afterEach(() => {
  unmount()
  globalThis.fetch = nativeFetch
})

test('deleting a note shows the toast that it was deleted', async () => {
  const calls = serve(() => json({ id: 4 }))
  render(createElement(ConfirmHost))
  const deleted = confirmAndDeleteNote({ id: 4 } as never)
  const action = () => [...document.querySelectorAll('button')].find((one) => one.textContent === 'Excluir a nota')
  await until('the question', () => action() !== undefined)
  press(action()!)
  expect(await deleted).toBe(true)
  expect(calls).toMatchObject([{ method: 'DELETE' }])
  const { toast } = await loadToasts()
  const titles = () => toast.getHistory().map((each) => 'title' in each && each.title)
  await until('the toast', () => titles().includes('Observação excluída com sucesso!'))
})
