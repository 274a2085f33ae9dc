type Room = 'joinChatBox' | 'joinTickets' | 'joinNotification' | 'joinFlow'
const leaveEvents = {
  joinChatBox: 'leaveChatBox',
  joinTickets: 'leaveTickets',
  joinNotification: 'leaveNotification',
  joinFlow: 'leaveFlow',
} as const satisfies Record<Room, string>

/** Rooms joined on the server, with reference counts, because several components may join the same room. */
export function createRooms(send: (event: string, data: unknown) => void) {
  const rooms = new Map<string, { room: Room; data: unknown; count: number }>()
  return {
    /** Joins a room; returns the function that leaves it. */
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
    /** Joins all rooms again on a new socket. */
    rejoinAll() {
      for (const { room, data } of rooms.values()) send(room, data)
    },
  }
}
