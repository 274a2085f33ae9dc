import '../browser'
import { expect, test } from 'bun:test'
import { createElement, Fragment } from 'react'
import { ConfirmHost } from '../../../ui/components/confirm'
import { SessionActions } from '../../../ui/pages/numbers/connections/session-actions'
import { until } from '../../until'
import { json, serve } from '../browser'
import { press, render } from '../rendered'
import { signInForEachTest } from '../signed-in'

await signInForEachTest()

test('“Desconectar” is busy during the request, not while it asks', async () => {
  const response = Promise.withResolvers<Response>()
  const calls = serve(() => response.promise)
  const connection = { id: 3, name: 'Loja', status: 'CONNECTED' } as never
  const actions = createElement(SessionActions, { connection, onQr: () => {} })
  const page = render(createElement(Fragment, null, actions, createElement(ConfirmHost)))
  const disconnect = page.querySelector('button')!
  const isBusy = () => disconnect.getAttribute('aria-busy') === 'true'
  press(disconnect)
  const answer = () =>
    [...document.querySelectorAll('[role=dialog] button')].find((one) => one.textContent === 'Desconectar')
  await until('the question', () => answer() !== undefined)
  expect(isBusy()).toBe(false)
  press(answer()!)
  await until('the request', () => calls.length === 1)
  await until('the busy button', isBusy)
  response.resolve(json({ error: 'ERR_NO_PERMISSION' }, 403))
  await until('the free button', () => !isBusy())
})
