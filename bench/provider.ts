import { password } from './data'
import { executable, login, type Serving, secret, serve } from './product'

const email = 'root@bench.test'

/** Serves a data directory whose first start makes a super user without a second factor. */
export function serveProvider(directory: string): Promise<Serving> {
  const first = { BALCAO_SUPER_EMAIL: email, BALCAO_SUPER_PASSWORD: password }
  const env = { BALCAO_DATA_DIR: directory, BALCAO_LOG_LEVEL: 'error', BALCAO_SECOND_FACTOR: 'optional' }
  return serve([executable, 'serve'], { ...env, ...first, ...secret })
}

/** An access token of the super user. */
export const logInAsProvider = (url: string): Promise<string> => login(url, email)
