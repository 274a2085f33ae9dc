import '../browser'
import { afterEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { loadAllTexts, startTexts } from '../../../ui/lib/texts'
import { AttendantsTable } from '../../../ui/pages/inbox/dashboard/attendants-table'
import { render, unmount } from '../rendered'

await startTexts()
await loadAllTexts('pt')
afterEach(unmount)

const times = { avgSupportTime: null, avgWaitTime: null, avgResponseTime: null }
const bia = { id: 1, name: 'Bia', online: true, tickets: 2, rating: null, ...times }

test('the table of agents shows its agents, and nothing at all without any', () => {
  expect(render(createElement(AttendantsTable, { attendants: [bia] })).textContent).toContain('Bia')
  expect(render(createElement(AttendantsTable, { attendants: [] })).textContent).toBe('')
})
