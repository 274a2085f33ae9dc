import { Elysia, t } from 'elysia'
import type { Claims } from '../../../core/http/access-tokens'
import { checkOrigin } from '../../../core/http/client-info'
import type { Hub } from '../../../core/http/hub'
import { log } from '../../../core/log'
import { AppError, type ErrorCode } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { type Authenticator, socketCloseReason } from '../../accounts/auth/authenticator'
import type { Online } from '../../accounts/users/online'
import { publishEditors } from './flow-editors'
import { FrameRate } from './frame-rate'
import { type ServerSocket, SocketConnection } from './socket-connection'
import { publishViewers } from './viewers'

/**
 * Limits of the WebSocket server. A browser that does not read is disconnected: with Bun's limits each held 16 MB.
 * Frames of the interface have less than 100 bytes; a hundred sockets of a person with frames of 60 kB took 550 MB of
 * memory. Elysia takes the limits from the listening application, not from a plugin.
 */
export const socketLimits = {
  idleTimeout: 40,
  maxPayloadLength: 4096,
  backpressureLimit: 1 << 20,
  closeOnBackpressureLimit: true,
}

interface SocketServices {
  auth: Authenticator
  hub: Hub
  online: Online
  publicUrl: string
}

/**
 * `/ws?token=`: a one-use ticket; an access token is refused, because proxies log addresses. A browser cannot read the
 * reason of a refused upgrade, so every socket is accepted and then closed with a code. The frame `ready` says that
 * events arrive from now on.
 */
export const socketRoutes = ({ auth, hub, online, publicUrl }: SocketServices) => {
  const frames = new FrameRate()
  const connections = new Map<string, { connection: SocketConnection; leave: () => void }>()
  return new Elysia({ name: 'socket' }).ws('/ws', {
    query: t.Object({ token: t.Optional(t.String({ maxLength: 2000 })) }),
    async open(ws) {
      const wire: ServerSocket = {
        send: (frame) => ws.raw.send(frame, false),
        subscribe: (topic) => ws.raw.subscribe(topic),
        unsubscribe: (topic) => ws.raw.unsubscribe(topic),
        close: (code, reason) => ws.raw.close(code, reason),
      }
      try {
        checkOrigin(ws.data.request.headers, publicUrl)
        const claims = await claimsOfTicket(auth, ws.data.query.token ?? '')
        const { me } = await auth.callerOfClaims(claims)
        if (ws.readyState !== WebSocket.OPEN) return
        if (hub.listeners(claims.companyId, claims.userId).length >= limits.sockets)
          return wire.close(1008, 'ERR_RATE_LIMIT' satisfies ErrorCode) // the browser retries later
        const connection = new SocketConnection(auth, wire, claims, me, {
          onTicketScreen: (ticketId, isOpen) =>
            publishViewers({ ports: auth.platform.ports, hub }, claims.companyId, ticketId, isOpen).catch((err) =>
              log.error({ err }, 'the viewers of a ticket were not published'),
            ),
          onChange: () => hub.announce?.(connection, true),
          onFlowScreen: (flowId, isOpen) => publishEditors(hub, claims.companyId, flowId, isOpen),
          countFrame: (now) => frames.isExceeded(claims.userId, now),
          onActive: () => void online.active(claims.userId),
        })
        const { leave, reviewed } = auth.addListener(connection)
        connections.set(ws.id, { connection, leave })
        void online.connected(connection.companyId, claims.userId)
        await reviewed
        if (ws.readyState !== WebSocket.OPEN) return
        wire.send(JSON.stringify({ event: 'ready', data: null }))
      } catch (error) {
        const code: ErrorCode = error instanceof AppError ? error.code : 'ERR_INTERNAL_SERVER_ERROR'
        wire.close(...socketCloseReason(code))
      }
    },
    message: (ws, frame) => void connections.get(ws.id)?.connection.receiveFrame(frame),
    close(ws) {
      const entry = connections.get(ws.id)
      connections.delete(ws.id)
      if (!entry) return
      entry.leave()
      entry.connection.dispose()
      online.disconnected(entry.connection.viewer.userId)
    },
  })
}

/** Three parts of a signed access token; a ticket has no dots. */
const accessTokenForm = /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/

/** Returns the claims of a ticket. @throws ERR_SOCKET_TICKET for an access token, ERR_SESSION_EXPIRED, or why its login may not open a socket */
async function claimsOfTicket(auth: Authenticator, ticket: string): Promise<Claims> {
  if (accessTokenForm.test(ticket)) throw new AppError('ERR_SOCKET_TICKET')
  const claims = await auth.tickets.redeem(ticket)
  if (!claims) throw new AppError('ERR_SESSION_EXPIRED')
  const denial = await auth.denialReason(claims)
  if (denial) throw new AppError(denial)
  return claims
}
