import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright'
import type { WireContent } from '../../emulator/control/shapes'
import { tidy } from '../executable/balcao'
import { bubble, button, composer, conversation, fillLogin, list, row, signIn, tab } from './screen'
import { newTicket, openShop, type PersonName, password, people, type Shop } from './shop'
import { openStage, phone, type Stage } from './stage'

/** For everybody: nothing serious by axe's rules on any screen in either theme, and everything without a mouse. */

let stage: Stage
let shop: Shop

beforeAll(async () => {
  stage = await openStage()
  shop = await openShop(stage)
  for (const name of ['Lara Pinho', 'Mateus Sá']) await sendEverything((await newTicket(stage, shop, name)).number)
  await newTicket(stage, shop, 'Nara Melo')
})
afterAll(async () => {
  await stage.end()
  await tidy()
})
afterEach(() => expect(stage.problems.splice(0)).toEqual([]))

async function sendEverything(from: string) {
  const write = (content: WireContent) => stage.control.send({ from, to: shop.owner, content })
  await write('*Oi*, vi em https://padaria.test/bolos e ~não~ _achei_\n> o de milho\n- 1 kg')
  await write({ image: { sample: 'photo' }, caption: 'este' })
  await write({ audio: { sample: 'voice', seconds: 2 }, ptt: true, seconds: 2 })
  await write({ document: { sample: 'document' }, fileName: 'lista.pdf', mimetype: 'application/pdf' })
  await write({ location: { latitude: -23.5, longitude: -46.6, name: 'Praça' } })
  await write({ contact: { name: 'Nina', number: '5511900001111' } })
}

/** Rules broken seriously or critically, with the places. A theme changes nothing but colours. */
async function expectAccessible(page: Page, screen: string) {
  // What is still fading in has the contrast of neither state.
  await page.evaluate(() => {
    const once = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === 1)
    return Promise.all(once.map(({ finished }) => finished.catch(() => undefined)))
  })
  // A toast fades whenever its time has come; it is looked at when it is new.
  const look = () => (screen === 'toast' ? axe(page) : axe(page).exclude('[data-sonner-toaster]'))
  const light = await brokenRules(look())
  await wear(page, 'dark')
  const dark = await brokenRules(look().withRules('color-contrast'))
  await wear(page, 'light')
  expect({ screen, light, dark }).toEqual({ screen, light: [], dark: [] })
}

/** There are no frames to look into, and without them it needs no page of its own. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

async function brokenRules(builder: AxeBuilder) {
  const { violations } = await builder.analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return grave.map(({ id, nodes }) =>
    [id, ...nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`)].join('\n'),
  )
}

const wear = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((theme) => {
    document.documentElement.dataset.theme = theme
  }, theme)

async function lookAtEverything(who: PersonName, customer: string, options: BrowserContextOptions) {
  const context = await stage.visit(options)
  const page = await context.newPage()
  const isPhone = Boolean(options.isMobile)
  const check = (screen: string) => expectAccessible(page, screen)
  for (const path of ['login', 'signup', 'setup']) {
    await page.goto(`${shop.url}/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await check(path)
  }
  await page.goto(`${shop.url}/signup`)
  await button(page, 'Criar conta').click()
  await page.getByText('Preencha este campo.').first().waitFor()
  await check('sign-up with mistakes')
  await page.goto(`${shop.url}/login`)
  await fillLogin(page, people[who].email, password)
  await list(page).waitFor()
  await check('tickets')
  await tab(page, 'Aguardando').click()
  await row(page, customer).waitFor()
  await check('waiting')
  await tab(page, 'Encerrados').click()
  await check('closed')
  await page.getByLabel('Buscar por nome').fill('nara')
  await page.getByRole('list', { name: 'Resultados da busca' }).waitFor()
  await check('search')
  await page.getByLabel('Buscar por nome').fill('')

  await tab(page, 'Abertos').click()
  await tab(page, 'Aguardando').click()
  const waiting = button(page, `Aceitar o atendimento de ${customer}`)
  await waiting.click()
  await bubble(page, 'lista.pdf').waitFor()
  await check('conversation')
  const spoken = bubble(page, 'Oi').first()
  if (isPhone) await spoken.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 90, clientY: 300 })
  else {
    await spoken.locator('> div').first().hover()
    await button(spoken, 'Ações da mensagem').click()
  }
  await page.getByRole('menuitem', { name: 'Responder' }).waitFor()
  await check('message menu')
  await page.getByRole('menuitem', { name: 'Responder' }).click()
  await composer(page).fill('com *marcas*')
  await check('composer with a quote')
  await composer(page).fill('')
  await button(page, 'Cancelar a resposta').click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') })
  await page.getByRole('dialog').getByText('a.pdf').waitFor()
  await check('attachments')
  await button(page.getByRole('dialog'), 'Fechar').click()
  await button(page, 'Gravar mensagem de voz').click()
  await page.getByText('0:01').waitFor()
  await check('recording')
  await button(page, 'Parar e ouvir').click()
  await page.getByRole('region', { name: 'Ouça antes de enviar' }).waitFor()
  await check('voice preview')
  await button(page, 'Descartar a gravação').click()
  await button(page, 'Abrir a imagem').click()
  await page.getByRole('dialog').getByRole('img').waitFor()
  await check('lightbox')
  await page.keyboard.press('Escape')
  await button(page, 'Devolver para a fila').click()
  await page.getByText('Atendimento devolvido').waitFor()
  await check('toast')
  await button(page, 'Desfazer').click()
  await composer(page).waitFor()

  await button(page, 'Sua conta').click()
  await page.getByRole('menuitem', { name: 'Sair' }).waitFor()
  await check('profile menu')
  await page.keyboard.press('Escape')
  if (isPhone) {
    await button(page, 'Abrir o menu').click()
    await page.getByRole('dialog').getByLabel('Idioma').waitFor()
    await check('drawer')
    await page.getByRole('dialog').getByRole('link', { name: 'Conexões' }).click()
  } else {
    await button(page, 'Idioma').click()
    await page.getByRole('menuitem').or(page.getByRole('menuitemradio')).first().waitFor()
    await check('language menu')
    await page.keyboard.press('Escape')
    await button(page, 'Volume').click()
    await page.getByRole('slider', { name: 'Volume' }).waitFor()
    await check('volume')
    await page.keyboard.press('Escape')
    await page.getByRole('navigation').getByRole('link', { name: 'Conexões' }).click()
  }
  await page.getByText('Conectada', { exact: true }).waitFor()
  await check('connections')
  await button(page, 'Adicionar conexão').click()
  await page
    .getByRole('dialog')
    .getByLabel('Nome')
    .fill(isPhone ? 'Celular' : 'Mesa')
  await check('connection form')
  await button(page.getByRole('dialog'), 'Adicionar conexão').click()
  await page.getByRole('img', { name: /^QR code para conectar/ }).waitFor()
  await check('QR code')
  await button(page.getByRole('dialog'), 'Conectar com um código pelo número').click()
  await page.getByRole('dialog').getByLabel('Número com código do país').waitFor()
  await check('pairing code')
  await page.keyboard.press('Escape')
  await button(page, 'Desconectar').first().click()
  await button(page.getByRole('alertdialog').or(page.getByRole('dialog')), 'Cancelar').waitFor()
  await check('question')
  await context.close()
}

test('at a desk and on a telephone, in both themes', async () => {
  await Promise.all([lookAtEverything('ana', 'Lara Pinho', {}), lookAtEverything('duda', 'Mateus Sá', phone)])
}, 80_000)

/** Presses Tab until the focus is where it should be; everything on the way must be seen to have it. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab') {
  for (let steps = 0; steps < 40; steps++) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement
      const looks = [element, ...element.querySelectorAll<HTMLElement>('*'), element.parentElement!].map((one) =>
        getComputedStyle(one),
      )
      const isRing = (style: CSSStyleDeclaration) =>
        style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
      const label =
        element.getAttribute('aria-label') ??
        (element as HTMLInputElement).labels?.[0]?.textContent ??
        element.textContent ??
        ''
      return {
        label: label.trim(),
        // The body, and where a link leads to, are no stops.
        isStop: element.tabIndex >= 0 && element !== document.body,
        isSeen: looks.some(isRing) || element.matches('input, textarea'),
        box: element.getBoundingClientRect().width,
      }
    })
    if (focused.isStop)
      expect({ ...focused, isSeen: focused.isSeen && focused.box > 0 }).toMatchObject({ isSeen: true })
    if (typeof name === 'string' ? focused.label === name : name.test(focused.label)) return
    await page.keyboard.press(key)
  }
  throw new Error(`the keyboard does not reach ${name}`)
}

test('without a mouse: log in, take a ticket, answer, move about and close', async () => {
  const page = await (await stage.visit()).newPage()
  await page.goto(`${shop.url}/login`)
  await page.getByLabel('E-mail').waitFor()
  await tabTo(page, 'E-mail')
  await page.keyboard.type(people.bia.email)
  await tabTo(page, 'Senha')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await list(page).waitFor()
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: 'Ir para o conteúdo' }).waitFor()
  await page.keyboard.press('Enter')
  await tabTo(page, 'Buscar por nome ou número')
  await tabTo(page, 'Abertos')
  await tabTo(page, /^Atendendo/)
  await page.keyboard.press('ArrowRight')
  await row(page, 'Nara Melo').waitFor()
  await tabTo(page, /^Aceitar o atendimento de/)
  for (
    let steps = 0;
    steps < 2 &&
    !(await button(page, 'Aceitar o atendimento de Nara Melo').evaluate((one) => one === document.activeElement));
    steps++
  )
    await page.keyboard.press(steps ? 'ArrowUp' : 'ArrowDown')
  await page.keyboard.press('Enter')
  await composer(page).waitFor()
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  await page.keyboard.type('Oi, Nara')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('tudo bem?')
  await page.keyboard.press('Enter')
  // A message has its menu as soon as the server knows it.
  await bubble(page, 'tudo bem?')
    .getByRole('img', { name: /Enviada|Entregue/ })
    .waitFor()

  await tabTo(page, 'Mensagens', 'Shift+Tab')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByRole('menu', { name: 'Ações da mensagem' }).waitFor()
  await page.keyboard.press('Escape')
  await tabTo(page, 'Encerrar', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Atendimento encerrado.').waitFor()
  expect(await conversation(page).count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement !== null)).toBe(true)
})

test('who wants no motion sees none', async () => {
  const page = await signIn(await stage.visit({ reducedMotion: 'reduce' }), shop.url, 'caio')
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((one) => {
        const { transitionDuration, animationDuration } = getComputedStyle(one)
        return [transitionDuration, animationDuration].some((text) => Number.parseFloat(text) > 0.01)
      })
      .map((one) => one.outerHTML.slice(0, 200)),
  )
  expect(moving).toEqual([])
})
