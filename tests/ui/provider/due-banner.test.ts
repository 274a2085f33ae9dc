import '../browser'
import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { createElement } from 'react'
import { DueBanner } from '../../../ui/layout/due-banner'
import { session } from '../../../ui/lib/session'
import { ana } from '../browser'
import { render } from '../rendered'
import { signInForEachTest } from '../signed-in'

await signInForEachTest()
afterEach(() => void setSystemTime())

test.each([
  ['four days before', '2026-11-16', null],
  [
    'three days before',
    '2026-11-17',
    'A licença vence em 3 dias (20/11/2026). Renove para não interromper o atendimento.',
  ],
  ['on the due date', '2026-11-20', 'A licença vence hoje (20/11/2026). Renove para não interromper o atendimento.'],
  [
    'in the days of grace',
    '2026-11-21',
    'A licença venceu em 20/11/2026. A empresa trabalha até 25/11/2026; depois, os envios e as telas param até o pagamento.',
  ],
  ['after them', '2026-11-26', null],
])('%s the banner says until when the company works', (_, today, says) => {
  setSystemTime(new Date(`${today}T12:00:00`))
  const company = {
    ...(ana as { company: object }).company,
    dueDate: '2026-11-20',
    worksUntil: '2026-11-25',
    trialExpiration: null,
  }
  session.value = { kind: 'in', me: { ...(ana as object), super: false, profile: 'admin', company } as never }
  const banner = render(createElement(DueBanner)).querySelector('[role=status]')
  expect(banner?.textContent?.replace('Ver e pagar', '') ?? null).toBe(says)
  if (says) expect(banner?.querySelector('a')?.getAttribute('href')).toBe('/financeiro')
})
