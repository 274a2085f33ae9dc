type Room = 'joinChatBox' | 'joinTickets' | 'joinNotification'
const leaveEvents = {
  joinChatBox: 'leaveChatBox',
  joinTickets: 'leaveTickets',
  joinNotification: 'leaveNotification',
} as const satisfies Record<Room, string>

/** The rooms the pages are in, counted: several parts of a page may be in one. `tell` reaches the server, or nobody. */
export function createRooms(send: (event: string, data: unknown) => void) {
  const rooms = new Map<string, { room: Room; data: unknown; count: number }>()
  return {
    /** The answer leaves it again. */
    join(room: Room, data: unknown) {
      const key = JSON.stringify([room, data])
      const entry = rooms.get(key) ?? { room, data, count: 0 }
      rooms.set(key, entry)
      if (entry.count++ === 0) send(room, data)
      return () => {
        if (--entry.count > 0) return
        rooms.delete(key)
        send(leaveEvents[room], data)
      }
    },
    /** A new line knows of none of them. */
    rejoinAll() {
      for (const { room, data } of rooms.values()) send(room, data)
    },
  }
}
