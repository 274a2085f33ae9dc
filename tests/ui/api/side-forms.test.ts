import '../browser'
import { expect, test } from 'bun:test'
import { createElement, Fragment } from 'react'
import { flushSync } from 'react-dom'
import { ConfirmHost } from '../../../ui/components/confirm'
import { ApiKeyDialog } from '../../../ui/pages/api/api-keys/api-key-dialog'
import { WebhookDialog } from '../../../ui/pages/api/webhooks/webhook-dialog'
import { until } from '../../until'
import { json, serve } from '../browser'
import { press, render, type } from '../rendered'
import { signInForEachTest } from '../signed-in'

/** Forms of keys and webhooks with a missing choice, and with a new signing key. */

await signInForEachTest()

const labelled = (text: string) =>
  [...document.querySelectorAll('button')].find((button) => button.textContent === text) as HTMLElement
const named = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!
const submit = () => press(document.querySelector('form')!, 'submit')
const noop = () => {}

test('a key without a scope is refused at the scopes: an alert names it, and the first one has the focus', async () => {
  render(createElement(ApiKeyDialog, { apiKey: null, onClose: noop }))
  type(named('name'), 'Loja virtual')
  const boxes = [...document.querySelectorAll<HTMLInputElement>('fieldset input[type=checkbox]')]
  for (const box of boxes) if (box.checked) flushSync(() => box.click())
  submit()
  await until('the alert', () => document.querySelector('fieldset [role=alert]') !== null)
  const alert = document.querySelector('fieldset [role=alert]')!
  expect(alert.textContent).toBe('Escolha uma opção.')
  expect(document.activeElement).toBe(boxes[0] as never)
  expect(boxes.map((box) => [box.getAttribute('aria-invalid'), box.getAttribute('aria-describedby')])).toEqual(
    boxes.map(() => ['true', alert.id]),
  )
  flushSync(() => boxes[0]?.click())
  await until('no alert', () => document.querySelector('fieldset [role=alert]') === null)
})

test('words typed in a webhook stay while its signing key is replaced and shown', async () => {
  const webhook = {
    ...{ id: 4, name: 'Loja', url: 'https://loja.test/', events: ['message.*'], active: true, secret: 'whsec_…' },
    ...{ disabledReason: null, failingSince: null, failed: 0, createdAt: '', updatedAt: '' },
  }
  const calls = serve(() => json({ ...webhook, newSecret: 'whsec_novo' }))
  const form = createElement(WebhookDialog, { webhook, onClose: noop })
  render(createElement(Fragment, null, form, createElement(ConfirmHost)))
  type(named('name'), 'Loja do centro')
  press(labelled('Trocar a chave'))
  await until('the question', () => document.body.textContent?.includes('Trocar a chave das assinaturas?') ?? false)
  press([...document.querySelectorAll('button')].findLast((button) => button.textContent === 'Trocar a chave')!)
  await until('the new key', () => document.body.textContent?.includes('whsec_novo') ?? false)
  press(labelled('Já copiei'))
  await until('no key', () => !document.body.textContent?.includes('whsec_novo'))
  expect(named('name').value).toBe('Loja do centro')
  expect(calls.map(({ method, path }) => [method, path])).toEqual([['POST', '/api/webhooks/4/secret']])
})
