import type { Locator, Page } from 'playwright'
import { provider, staff } from '../../src/demo/people'
import type { Server } from './servers'

const [marina, rafael, bia] = staff
/** Users of the demonstration who can be signed in on a screenshot. */
export const logins = { marina, rafael, bia, provider }

export interface Screen {
  name: string
  /** Path of the screen in the interface. */
  path: string
  /** Signed-in user, by default the administrator. Each login ends the previous one of the same user. */
  who?: keyof typeof logins
  /** Brings the screen of `server` into the state of the screenshot. */
  show?(page: Page, phone: boolean, server: Server): Promise<unknown>
  /** Undoes what `show` stored, so that the other screens are the same afterwards. */
  tidy?(page: Page): Promise<unknown>
}

export const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name })

export const dialog = (page: Page) => page.getByRole('dialog')

/** Scrolls to a heading. */
export async function scrollTo(page: Page, name: RegExp) {
  await page.getByRole('heading', { name }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page
    .getByRole('heading', { name })
    .first()
    .evaluate((title) => title.scrollIntoView())
}
