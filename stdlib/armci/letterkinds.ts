/** What ARMCI uses letters for: messages of the program, notifications, numbers of new groups. */
export const [MESSAGES, NOTIFICATIONS, GROUPS] = [0, 1, 2];
