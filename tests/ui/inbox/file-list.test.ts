import '../browser'
import { expect, test } from 'bun:test'
import { withStored } from '../../../ui/pages/inbox/file-lists/file-list-dialog'
import type { FileOption } from '../../../ui/pages/inbox/file-lists/options-field'

const option = (key: number, changes: Partial<FileOption> = {}): FileOption => ({
  ...{ key, name: `Arquivo ${key}`, storedName: null, pickedFile: null },
  ...changes,
})
const file = (name: string) => new File(['x'], name)

test('names typed, files picked and rows added during an upload stay', () => {
  const [menu, prices] = [file('cardápio.pdf'), file('preços.pdf')]
  const sent = [option(1, { pickedFile: menu }), option(2, { pickedFile: prices })]
  const stored = [option(1, { id: 11, storedName: 'cardápio.pdf' }), option(2, { id: 12, pickedFile: prices })]
  const newer = file('preços de dezembro.pdf')
  const shown = [
    option(1, { name: 'Cardápio de verão', pickedFile: menu }),
    option(2, { pickedFile: newer }),
    option(3, { name: 'Mapa' }),
  ]
  expect(withStored(shown, sent, stored)).toEqual([
    option(1, { id: 11, name: 'Cardápio de verão', storedName: 'cardápio.pdf' }),
    option(2, { id: 12, pickedFile: newer }),
    option(3, { name: 'Mapa' }),
  ])
})
