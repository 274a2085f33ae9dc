import '../browser'
import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { ChatsPage } from '../../../ui/pages/inbox/chats/chats-page'
import { SchedulesPage } from '../../../ui/pages/inbox/schedules/schedules-page'
import { json, serve } from '../browser'
import { render } from '../rendered'
import { signInForEachTest } from '../signed-in'

/** Pages opened by their address in a company whose plan does not include them. */

await signInForEachTest()

test.each([
  ['schedules', SchedulesPage, 'O plano da sua empresa não tem agendamentos'],
  ['internal chat', ChatsPage, 'O plano da sua empresa não tem o chat interno'],
] as const)(
  'the page of the %s without its plan says so, has no buttons and asks the server nothing',
  (_, page, says) => {
    const calls = serve(() => json({ error: 'ERR_NO_PERMISSION' }, 403))
    const shown = render(createElement<object>(page))
    expect(shown.textContent).toContain(says)
    expect([shown.querySelectorAll('button').length, calls]).toEqual([0, []])
  },
)
