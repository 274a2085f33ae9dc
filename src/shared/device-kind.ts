export type DeviceKind = 'computer' | 'phone'

/** Kind of the device of a user agent. An iPad names itself a Macintosh and counts as a computer. */
export const deviceKindOf = (userAgent: string): DeviceKind =>
  /Android|iPhone|iPod|iPad|Mobile/i.test(userAgent) ? 'phone' : 'computer'
