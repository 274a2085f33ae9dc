import type { Page } from 'playwright'
import { provider, staff } from '../../src/demo/people'

const [marina, rafael, bia] = staff
/** Who can be looking. */
export const logins = { marina, rafael, bia, provider }

export interface Screen {
  name: string
  /** Below the product's address. */
  path: string
  /** Who looks; the administrator unless said. Each login ends the same person's one before. */
  who?: keyof typeof logins
  /** What is done first, until the screen stands as it should be seen. */
  show?(page: Page, phone: boolean): Promise<unknown>
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
