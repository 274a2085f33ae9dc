import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectAccessible } from '../expect-accessible'
import { hasTurn } from '../size'
import { button, horizontalOverflow, openWithoutReload, signIn } from './screen'
import { people } from './shop'
import { harness, setUpShop, shop } from './shop-setup'

/**
 * A third of all pages each day at 200 %, in both themes: no finding of axe of any impact, and no horizontal scroll bar.
 */

setUpShop()

/** Pages without an id in their address. */
const pages = [
  ...['', 'team', 'first-steps', 'kanban', 'quick-messages', 'todolist', 'contacts', 'schedules', 'tags', 'chats'],
  ...[
    'all-settings',
    'connections',
    'helps',
    'announcements',
    'settings',
    'audit',
    'settings?tab=schedules',
    'users',
    'profile',
    'files',
  ],
  ...['messages-api', 'keys', 'queues', 'webhooks', 'prompts', 'queue-integration', 'flowbuilders', 'phrase-lists'],
  ...['contact-lists', 'opt-outs', 'campaigns', 'campaigns-config', 'financeiro', 'subscription', 'tickets'],
]

describe('accessibility at 200 %', () => {
  let page: Page
  beforeAll(async () => {
    // A desktop of 1280 × 900 at 200 % has 640 × 450 CSS pixels.
    const zoomed = { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }
    page = await signIn(await harness.newContext(zoomed), shop.url, 'ana')
  })
  afterAll(() => page.context().close())

  test.each(pages.filter((_, position) => hasTurn(position)))(
    'the page /%s has no finding of any impact and no horizontal scroll bar',
    async (path) => {
      await openWithoutReload(page, path)
      await expectAccessible(page, path, { includeMinor: true })
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
    },
  )

  /** Pages and windows behind a row or a button. */
  const check = async (screen: string) => {
    if (!hasTurn(`zoom ${screen}`)) return
    await expectAccessible(page, screen, { includeMinor: true })
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  }
  const dialog = () => page.getByRole('dialog').last()

  test('invitations and sessions have no finding of any impact', async () => {
    await openWithoutReload(page, 'users')
    await button(page, 'Convidar').click()
    await button(dialog(), 'Criar link').click()
    await dialog().getByLabel('Link do convite').waitFor()
    await check('invitation')
    await button(dialog(), 'Pronto').click()
    await page.getByRole('heading', { name: 'Convites abertos' }).waitFor()
    await check('open invitations')
    await button(page, `Sessões de ${people.ana.name}`).filter({ visible: true }).click()
    await dialog().getByText('Esta sessão').waitFor()
    await check('sessions')
    await page.keyboard.press('Escape')
  })

  test('health of a number, log of a webhook, report of a campaign and a list have no finding of any impact', async () => {
    await openWithoutReload(page, `connections/${shop.whatsappId}/health`)
    await page.getByText('Este número está bem').waitFor()
    await check('number health')
    await shop.request('POST', '/webhooks', { name: 'Painel', url: 'https://painel.test/aviso', events: ['message.*'] })
    await openWithoutReload(page, 'webhooks')
    await button(page, 'Envios de Painel').click()
    await dialog().getByText('Nenhum envio aqui.').waitFor()
    await check('log of a webhook')
    await page.keyboard.press('Escape')
    const { id: listId } = await shop.request<{ id: number }>('POST', '/contact-lists', { name: 'Clientes' })
    await openWithoutReload(page, `contact-lists/${listId}/contacts`)
    await page.getByText('Nenhum contato nesta lista').waitFor()
    await check('contacts of a list')
    const { id: campaignId } = await shop.request<{ id: number }>('POST', '/campaigns', { name: 'Bolos de domingo' })
    await openWithoutReload(page, `campaign/${campaignId}/report`)
    await page.getByRole('heading', { name: 'Bolos de domingo' }).waitFor()
    await check('report of a campaign')
  })

  test('panels of a flow have no finding of any impact', async () => {
    const { id } = await shop.request<{ id: number }>('POST', '/flowbuilder', { name: 'Recepção' })
    await openWithoutReload(page, `flowbuilder/${id}`)
    for (const panel of ['Testar', 'Versões', 'Simular com conversas passadas', 'Casos de teste']) {
      await button(page, new RegExp(`^${panel}$`)).click()
      await page.getByRole('heading', { name: panel }).waitFor()
      await check(panel)
    }
  })
})
