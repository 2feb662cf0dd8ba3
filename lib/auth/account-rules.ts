/** What names and passwords may be. */
export const PASSWORD = { min: 10, max: 128 };
export const USERNAME = { min: 3, max: 30, shape: /^[a-zA-Z0-9](?:[a-zA-Z0-9_.-]*[a-zA-Z0-9])$/ };
