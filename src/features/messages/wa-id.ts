import { randomBytes } from 'node:crypto'

/**
 * Returns a new message id in the form of WhatsApp's own clients. Chosen before sending, so that a repeat is
 * recognised.
 */
export const newWaId = () => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`
