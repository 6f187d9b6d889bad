const KEY = 'console.webhooks.keepCampaign';

/** Whether the campaign ID stays for the next pair; remembered in this browser, on at first. */
export const readKeepCampaign = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
};

export const keepCampaign = (on: boolean): void => {
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // Storage is shut: it holds as long as the page stands.
  }
};
