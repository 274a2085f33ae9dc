import type { Page } from 'playwright'
import { provider, staff } from '../../src/demo/people'

const [marina, rafael, bia] = staff
/** Users of the demonstration who can be signed in on a screenshot. */
export const logins = { marina, rafael, bia, provider }

export interface Screen {
  name: string
  /** Path of the screen in the interface. */
  path: string
  /** Signed-in user, by default the administrator. Each login ends the previous one of the same user. */
  who?: keyof typeof logins
  /** Brings the screen into the state of the screenshot. */
  show?(page: Page, phone: boolean): Promise<unknown>
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
