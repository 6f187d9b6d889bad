import { Campaigns } from './campaigns/Campaigns.tsx';
import type { SendProps } from './change/change.ts';
import { FollowUpCheck } from './draft/FollowUpCheck.tsx';

export const CampaignsPage = (send: SendProps) => (
  <FollowUpCheck>{(check) => <Campaigns {...send} onCheck={check} />}</FollowUpCheck>
);
