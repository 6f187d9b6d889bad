const TRIES = 8;
const PAUSE_MS = 200;

/** Imports a part, several times: while a new version is published, the next request may reach a server that has the file. */
export const loadAgain = async <Part>(load: () => Promise<Part>, tries = TRIES): Promise<Part> => {
  try {
    return await load();
  } catch (error) {
    if (tries === 1 || !navigator.onLine) throw error;
    // At random: in step with other requests, each try could reach the same one of two servers.
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * (0.5 + Math.random())));
    return loadAgain(load, tries - 1);
  }
};
