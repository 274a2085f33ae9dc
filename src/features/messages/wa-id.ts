import { randomBytes } from 'node:crypto'

/** A fresh message id of the form WhatsApp's own clients use; chosen before sending, so that a repeat is no second message. */
export const newWaId = () => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`
