/** Address of the websocket of a server at `url`, with a one-time ticket for the login of the access token. */
export async function socketAddress(url: string, accessToken: string): Promise<string> {
  const headers = { authorization: `Bearer ${accessToken}` }
  const response = await fetch(`${url}/api/auth/ws-ticket`, { method: 'POST', headers })
  const { ticket } = (await response.json()) as { ticket: string }
  return `${url.replace('http', 'ws')}/ws?token=${ticket}`
}
