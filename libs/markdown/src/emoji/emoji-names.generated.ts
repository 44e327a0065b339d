// Written by scripts/generate-emoji-names.mjs from emojibase-data and client-names.ts; do not edit.

/** One emoji per line: its code, the name that is shown, and its other names. */
export const EMOJI_NAMES = `2049 exclamation_question interrobang exclamation_question_mark
2122 tm trade_mark
2139 info information_source information
2194 left_right_arrow
2195 arrow_up_down up_down_arrow
2196 arrow_upper_left up_left_arrow
2197 arrow_upper_right up_right_arrow
2198 arrow_lower_right down_right_arrow
2199 arrow_lower_left down_left_arrow
2328 keyboard
2600 sun
2601 cloud
2602 umbrella open_umbrella umbrella2
2603 snowman2 snowman_with_snow
2604 comet meteor
2611 checkbox ballot_box_with_check check_box_with_check
2614 umbrella_with_rain umbrella_with_rain_drops
2615 coffee hot_beverage
2618 shamrock
2620 skull_and_crossbones skull_crossbones
2622 radioactive radioactive_sign
2623 biohazard biohazard_sign
2626 orthodox_cross
2638 wheel_of_dharma
2639 sad big_frown white_frowning_face frowning2
2640 female female_sign
2642 male male_sign
2648 aries
2649 taurus
2650 sagittarius
2651 capricorn
2652 aquarius
2653 pisces
2660 spades spade_suit
2663 clubs club_suit
2665 hearts heart_suit
2666 diamonds diamond_suit
2668 hotsprings hot_springs
2692 hammer_and_pick hammer_pick
2693 anchor
2694 crossed_swords
2695 medical medical_symbol staff_of_aesculapius
2696 scales balance_scale
2697 alembic
2699 gear settings mechanical engineer
2702 scissors
2705 check all_good approved check_mark_button white_check_mark
2708 airplane
2709 envelope
2712 black_nib
2714 check_mark heavy_check_mark
2716 multiplication multiply heavy_multiplication_x
2721 star_of_david
2728 sparkles glamour
2733 eight_spoked_asterisk
2734 eight_pointed_black_star eight_pointed_star
2744 snowflake
2747 sparkle
2753 question question_mark red_question_mark
2754 white_question grey_question white_question_mark
2755 white_exclamation grey_exclamation white_exclamation_mark
2757 exclamation heavy_exclamation_mark red_exclamation_mark
2763 heart_exclamation heavy_heart_exclamation heavy_heart_exclamation_mark_ornament
2764 heart love love_you red_heart
2795 plus add heavy_plus_sign
2796 minus subtract heavy_minus_sign
2797 division divide heavy_division_sign
2934 arrow_heading_up right_arrow_curving_up
2935 arrow_heading_down right_arrow_curving_down
3030 wavy_dash
3297 congratulations ja_congratulations japanese_congratulations_button
3299 ja_secret secret japanese_secret_button
1f600 grinning happy grinning_face
1f603 smiley grinning_face_with_big_eyes
1f604 big_smile grinning_face_with_closed_eyes grinning_face_with_smiling_eyes
1f601 beaming_face grin beaming_face_with_smiling_eyes
1f606 laughing lol satisfied squinting_face grinning_squinting_face
1f605 grinning_face_with_sweat sweat_smile
1f923 rolling_on_the_floor_laughing rofl
1f602 joy tears laughter_tears lmao tears_of_joy face_with_tears_of_joy
1f642 smile slight_smile slightly_smiling_face
1f643 upside_down oops upside_down_face
1fae0 melt melting_face
1f609 wink winking_face
1f60a blush smiling_face_with_closed_eyes smiling_face_with_smiling_eyes
1f607 innocent halo smiling_face_with_halo
1f970 smiling_face_with_3_hearts smiling_face_with_three_hearts smiling_face_with_hearts
1f60d heart_eyes in_love smiling_face_with_heart_eyes
1f929 star_struck star-struck grinning_face_with_star_eyes
1f618 heart_kiss blow_a_kiss blowing_a_kiss kissing_heart face_blowing_a_kiss
1f617 kiss kissing kissing_face
263a smiling_face relaxed
1f61a kissing_closed_eyes kissing_face_with_closed_eyes
1f619 kissing_face_with_smiling_eyes kissing_smiling_eyes
1f972 smiling_face_with_tear
1f60b savoring_food yum face_savoring_food
1f61b mischievous face_with_tongue
1f61c stuck_out_tongue_wink joking crazy stuck_out_tongue_winking_eye winking_face_with_tongue
1f92a zany zany_face grinning_face_with_one_large_and_one_small_eye
1f61d stuck_out_tongue stuck_out_tongue_closed_eyes squinting_face_with_tongue
1f911 money_face kaching money_mouth_face money_mouth
1f917 hug arms_open hugging hugging_face hugs smiling_face_with_open_hands
1f92d face_with_hand_over_mouth hand_over_mouth smiling_face_with_smiling_eyes_and_hand_covering_mouth
1fae2 face_with_open_eyes_hand_over_mouth gasp face_with_open_eyes_and_hand_over_mouth
1fae3 face_with_peeking_eye peek
1f92b shush shushing_face face_with_finger_covering_closed_lips
1f914 thinking thinking_face wtf
1fae1 salute saluting_face
1f910 silence quiet hush zip_it lips_are_sealed zipper_mouth zipper_mouth_face
1f928 face_with_raised_eyebrow raised_eyebrow face_with_one_eyebrow_raised
1f610 neutral neutral_face
1f611 expressionless expressionless_face
1f636 speechless no_mouth blank poker_face face_without_mouth
1fae5 dotted_line_face
1f636-200d-1f32b in_clouds face_in_clouds
1f60f smirk smug smirking smirking_face
1f612 unamused unamused_face
1f644 rolling_eyes roll_eyes face_with_rolling_eyes
1f62c grimacing nervous anxious grimacing_face
1f62e-200d-1f4a8 exhale exhaling face_exhaling
1f925 lying lying_face liar
1fae8 shaking shaking_face
1f642-200d-2194 head_shaking_horizontally
1f642-200d-2195 head_shaking_vertically
1f60c relieved relieved_face
1f614 pensive tired pensive_face
1f62a sleepy sleepy_face
1f924 drooling drooling_face drool
1f634 sleeping sleeping_face
1fae9 face_with_eye_bags face_with_bags_under_eyes
1f637 cant_talk mask medical_mask face_with_medical_mask
1f912 sick flu face_with_thermometer thermometer_face
1f915 hurt head_bandage injured face_with_head_bandage
1f922 nauseated nauseated_face
1f92e face_vomiting vomiting vomiting_face face_with_open_mouth_vomiting
1f927 sneezing sneezing_face sneeze
1f975 hot_face
1f976 cold cold_face
1f974 woozy woozy_face
1f635 dizzy dizzy_face knocked_out face_with_crossed_out_eyes
1f635-200d-1f4ab dizzy_eyes face_with_spiral_eyes
1f92f exploding_head shocked_face_with_exploding_head
1f920 cowboy cowboy_face cowboy_hat_face face_with_cowboy_hat
1f973 hooray partying partying_face
1f978 disguised disguised_face
1f60e smiling_face_with_sunglasses sunglasses_cool too_cool
1f913 nerd geek nerd_face
1f9d0 face_with_monocle monocle_face
1f615 oh_no half_frown concerned confused confused_face
1fae4 face_with_diagonal_mouth
1f61f worried worried_face
1f641 frown slight_frown slightly_frowning_face
1f62e open_mouth surprise face_with_open_mouth
1f62f hushed hushed_face
1f632 astonished astonished_face
1f633 flushed embarrassed blushing flushed_face
1faea distorted_face
1f97a pleading pleading_face
1f979 face_holding_back_tears watery_eyes
1f626 frowning frowning_face frowning_face_with_open_mouth
1f627 anguished anguished_face
1f628 fear scared shock fearful fearful_face
1f630 anxious_face cold_sweat anxious_face_with_sweat
1f625 exhausted disappointed_relieved stressed sad_relieved_face sad_but_relieved_face
1f622 cry crying_face
1f62d loudly_crying_face sob
1f631 scream screaming_in_fear face_screaming_in_fear
1f616 confounded confounded_face
1f623 persevere persevering_face
1f61e disappointed disappointed_face
1f613 downcast_face sweat downcast_face_with_sweat
1f629 weary weary_face
1f62b tired_face
1f971 yawn yawning yawning_face
1f624 nose_steam triumph face_with_steam_from_nose
1f621 pout pouting_face rage enraged_face
1f620 angry angry_face
1f92c censored face_with_symbols_on_mouth cursing_face serious_face_with_symbols_covering_mouth face_with_symbols_over_mouth
1f608 smiling_devil smiling_imp smiling_face_with_horns
1f47f devil imp angry_devil angry_imp angry_face_with_horns
1f480 skull skeleton
1f4a9 poop pile_of_poo shit hankey poo
1f921 clown clown_face
1f479 japanese_ogre ogre
1f47a goblin japanese_goblin
1f47b ghost boo spooky haunted
1f47d alien ufo
1f47e alien_monster space_invader
1f916 robot robot_face
1f63a grinning_cat smiley_cat
1f638 grinning_cat_with_closed_eyes smile_cat grinning_cat_with_smiling_eyes
1f639 joy_cat tears_of_joy_cat cat_with_tears_of_joy
1f63b heart_eyes_cat smiling_cat_with_heart_eyes
1f63c smirk_cat wry_smile_cat cat_with_wry_smile
1f63d kissing_cat
1f640 scream_cat weary_cat
1f63f crying_cat crying_cat_face
1f63e pouting_cat
1f648 see_no_evil see_no_evil_monkey
1f649 hear_no_evil hear_no_evil_monkey
1f64a speak_no_evil speak_no_evil_monkey
1f48c love_letter
1f498 cupid heart_with_arrow
1f49d gift_heart heart_with_ribbon
1f496 sparkling_heart
1f497 growing_heart heartpulse
1f493 beating_heart heartbeat
1f49e revolving_hearts
1f495 two_hearts
1f49f heart_decoration
1f494 broken_heart heartache
2764-200d-1f525 heart_on_fire
2764-200d-1fa79 mending_heart
1fa77 pink_heart
1f9e1 orange_heart
1f49b yellow_heart
1f49a green_heart
1f499 blue_heart
1fa75 light_blue_heart
1f49c purple_heart
1f90e brown_heart
1f5a4 black_heart
1fa76 gray_heart grey_heart
1f90d white_heart
1f48b kiss_mark
1f4af 100 hundred hundred_points
1f4a2 anger anger_symbol
1faef fight_cloud
1f4a5 boom collision
1f4a6 sweat_drops sweat_droplets
1f4a8 dash dashing_away
1f573 hole
1f4ac speech_balloon
1f441-200d-1f5e8 eye_in_speech_bubble eye_speech_bubble eye-in-speech-bubble
1f5e8 left_speech_bubble speech_left
1f5ef right_anger_bubble anger_right
1f4ad thought_balloon
1f4a4 zzz
1f44b wave hello hi waving_hand
1f91a stop raised_back_of_hand back_of_hand
1f590 high_five palm raised_hand_with_fingers_splayed hand_splayed hand_with_fingers_splayed
270b hand raised_hand
1f596 spock live_long_and_prosper vulcan vulcan_salute spock-hand raised_hand_with_part_between_middle_and_ring_fingers
1faf1 rightwards_hand
1faf2 leftwards_hand
1faf3 palm_down palm_down_hand
1faf4 palm_up palm_up_hand
1faf7 leftwards_pushing_hand
1faf8 rightwards_pushing_hand
1f44c ok got_it ok_hand
1f90c pinch pinched_fingers
1f90f pinching_hand
270c peace_sign victory v victory_hand
1f91e fingers_crossed crossed_fingers hand_with_index_and_middle_fingers_crossed hand_with_index_and_middle_finger_crossed
1faf0 hand_with_index_finger_and_thumb_crossed
1f91f love_you_gesture i_love_you_hand_sign
1f918 rock_on sign_of_the_horns metal the_horns
1f919 call_me_hand call_me
1f448 point_left backhand_index_pointing_left
1f449 point_right backhand_index_pointing_right
1f446 point_up this backhand_index_pointing_up
1f595 middle_finger fu reversed_hand_with_middle_finger_extended
1f447 point_down backhand_index_pointing_down
261d wait_one_second point_of_information asking_a_question point_up_2 index_pointing_up
1faf5 point_forward index_pointing_at_the_viewer
1f44d +1 thumbs_up thumbsup yes thumbup
1f44e -1 thumbs_down no thumbsdown thumbdown
270a fist power fist_raised raised_fist
1f44a fist_bump punch facepunch fist_oncoming oncoming_fist
1f91b left_facing_fist fist_left left-facing_fist left_fist
1f91c right_facing_fist fist_right right-facing_fist right_fist
1f44f clap applause clapping_hands
1f64c raised_hands praise raising_hands
1faf6 heart_hands
1f450 open_hands
1f932 palms_up_together
1f91d handshake done_deal shaking_hands
1f64f pray welcome thank_you namaste folded_hands
270d writing writing_hand
1f485 nail_care nail_polish
1f933 selfie
1f4aa muscle right_bicep flexed_biceps
1f9be mechanical_arm
1f9bf mechanical_leg
1f9b5 leg
1f9b6 foot
1f442 ear
1f9bb ear_with_hearing_aid hearing_aid
1f443 nose
1f9e0 brain
1fac0 anatomical_heart
1fac1 lungs
1f9b7 tooth
1f9b4 bone
1f440 eyes looking
1f441 eye
1f445 tongue
1f444 lips mouth
1fae6 biting_lip
1f476 baby
1f9d2 child
1f466 boy
1f467 girl
1f9d1 adult person
1f471 blond_haired blond_haired_person person_with_blond_hair person_blond_hair
1f468 man
1f9d4 person_bearded bearded_person person_beard
1f9d4-200d-2642 man_bearded man_beard man_with_beard
1f9d4-200d-2640 woman_bearded woman_beard woman_with_beard
1f468-200d-1f9b0 man_red_haired red_haired_man man_red_hair
1f468-200d-1f9b1 man_curly_haired curly_haired_man man_curly_hair
1f468-200d-1f9b3 man_white_haired white_haired_man man_white_hair
1f468-200d-1f9b2 man_bald bald_man
1f469 woman
1f469-200d-1f9b0 woman_red_haired red_haired_woman woman_red_hair
1f9d1-200d-1f9b0 red_haired person_red_hair red_haired_person
1f469-200d-1f9b1 woman_curly_haired curly_haired_woman woman_curly_hair
1f9d1-200d-1f9b1 curly_haired person_curly_hair curly_haired_person
1f469-200d-1f9b3 woman_white_haired white_haired_woman woman_white_hair
1f9d1-200d-1f9b3 white_haired person_white_hair white_haired_person
1f469-200d-1f9b2 woman_bald bald_woman
1f9d1-200d-1f9b2 bald person_bald bald_person
1f471-200d-2640 woman_blond_haired blond_haired_woman blonde_woman blond-haired-woman blond-haired_woman woman_blond_hair
1f471-200d-2642 man_blond_haired blond_haired_man blond-haired-man blond-haired_man man_blond_hair
1f9d3 older_adult older_person
1f474 older_man old_man
1f475 older_woman grandma old_woman
1f64d person_frowning frowning_person
1f64d-200d-2642 man_frowning frowning_man man-frowning
1f64d-200d-2640 woman_frowning frowning_woman woman-frowning
1f64e person_pouting pouting person_with_pouting_face
1f64e-200d-2642 man_pouting pouting_man man-pouting
1f64e-200d-2640 woman_pouting pouting_woman woman-pouting
1f645 no_good person_gesturing_no
1f645-200d-2642 man_gesturing_no ng_man no_good_man man-gesturing-no
1f645-200d-2640 woman_gesturing_no ng_woman no_good_woman woman-gesturing-no
1f646 person_gesturing_ok ok_person
1f646-200d-2642 man_gesturing_ok ok_man man-gesturing-ok
1f646-200d-2640 woman_gesturing_ok ok_woman woman-gesturing-ok
1f481 person_tipping_hand information_desk_person tipping_hand_person
1f481-200d-2642 man_tipping_hand sassy_man tipping_hand_man man-tipping-hand
1f481-200d-2640 woman_tipping_hand sassy_woman tipping_hand_woman woman-tipping-hand
1f64b person_raising_hand raising_hand
1f64b-200d-2642 man_raising_hand raising_hand_man man-raising-hand
1f64b-200d-2640 woman_raising_hand raising_hand_woman woman-raising-hand
1f9cf deaf_person
1f9cf-200d-2642 deaf_man
1f9cf-200d-2640 deaf_woman
1f647 bow person_bowing
1f647-200d-2642 man_bowing bowing_man man-bowing
1f647-200d-2640 woman_bowing bowing_woman woman-bowing
1f926 face_palm facepalm person_facepalming
1f926-200d-2642 man_facepalming man-facepalming
1f926-200d-2640 woman_facepalming woman-facepalming
1f937 shrug person_shrugging
1f937-200d-2642 man_shrugging man-shrugging
1f937-200d-2640 woman_shrugging woman-shrugging
1f9d1-200d-2695 health_worker
1f468-200d-2695 man_health_worker male-doctor
1f469-200d-2695 woman_health_worker female-doctor
1f9d1-200d-1f393 student
1f468-200d-1f393 man_student male-student
1f469-200d-1f393 woman_student female-student
1f9d1-200d-1f3eb teacher
1f468-200d-1f3eb man_teacher male-teacher
1f469-200d-1f3eb woman_teacher female-teacher
1f9d1-200d-2696 judge
1f468-200d-2696 man_judge male-judge
1f469-200d-2696 woman_judge female-judge
1f9d1-200d-1f33e farmer
1f468-200d-1f33e man_farmer male-farmer
1f469-200d-1f33e woman_farmer female-farmer
1f9d1-200d-1f373 cook
1f468-200d-1f373 man_cook male-cook
1f469-200d-1f373 woman_cook female-cook
1f9d1-200d-1f527 mechanic
1f468-200d-1f527 man_mechanic male-mechanic
1f469-200d-1f527 woman_mechanic female-mechanic
1f9d1-200d-1f3ed factory_worker
1f468-200d-1f3ed man_factory_worker male-factory-worker
1f469-200d-1f3ed woman_factory_worker female-factory-worker
1f9d1-200d-1f4bc office_worker
1f468-200d-1f4bc man_office_worker male-office-worker
1f469-200d-1f4bc woman_office_worker female-office-worker
1f9d1-200d-1f52c scientist
1f468-200d-1f52c man_scientist male-scientist
1f469-200d-1f52c woman_scientist female-scientist
1f9d1-200d-1f4bb technologist
1f468-200d-1f4bb man_technologist male-technologist
1f469-200d-1f4bb woman_technologist female-technologist
1f9d1-200d-1f3a4 singer
1f468-200d-1f3a4 man_singer male-singer
1f469-200d-1f3a4 woman_singer female-singer
1f9d1-200d-1f3a8 artist
1f468-200d-1f3a8 man_artist male-artist
1f469-200d-1f3a8 woman_artist female-artist
1f9d1-200d-2708 pilot
1f468-200d-2708 man_pilot male-pilot
1f469-200d-2708 woman_pilot female-pilot
1f9d1-200d-1f680 astronaut
1f468-200d-1f680 man_astronaut male-astronaut
1f469-200d-1f680 woman_astronaut female-astronaut
1f9d1-200d-1f692 firefighter
1f468-200d-1f692 man_firefighter male-firefighter
1f469-200d-1f692 woman_firefighter female-firefighter
1f46e cop police_officer
1f46e-200d-2642 man_police_officer policeman male-police-officer
1f46e-200d-2640 woman_police_officer policewoman female-police-officer
1f575 detective sleuth_or_spy spy
1f575-200d-2642 man_detective male_detective male-detective
1f575-200d-2640 woman_detective female_detective female-detective
1f482 guard
1f482-200d-2642 man_guard guardsman male-guard
1f482-200d-2640 woman_guard guardswoman female-guard
1f977 ninja
1f477 construction_worker
1f477-200d-2642 man_construction_worker construction_worker_man male-construction-worker
1f477-200d-2640 woman_construction_worker construction_worker_woman female-construction-worker
1fac5 person_with_crown royalty
1f934 prince
1f478 princess
1f473 person_wearing_turban person_with_turban
1f473-200d-2642 man_wearing_turban man_with_turban man-wearing-turban
1f473-200d-2640 woman_wearing_turban woman_with_turban woman-wearing-turban
1f472 person_with_skullcap man_with_gua_pi_mao man_with_chinese_cap
1f9d5 woman_with_headscarf person_with_headscarf
1f935 person_in_tuxedo
1f935-200d-2642 man_in_tuxedo
1f935-200d-2640 woman_in_tuxedo
1f470 person_with_veil
1f470-200d-2642 man_with_veil
1f470-200d-2640 woman_with_veil bride_with_veil
1f930 pregnant_woman expecting_woman
1fac3 pregnant_man
1fac4 pregnant_person
1f931 breast_feeding breast-feeding
1f469-200d-1f37c woman_feeding_baby
1f468-200d-1f37c man_feeding_baby
1f9d1-200d-1f37c person_feeding_baby
1f47c angel baby_angel
1f385 santa santa_claus
1f936 mrs_claus mother_christmas
1f9d1-200d-1f384 mx_claus
1f9b8 superhero
1f9b8-200d-2642 man_superhero superhero_man male_superhero
1f9b8-200d-2640 woman_superhero superhero_woman female_superhero
1f9b9 supervillain
1f9b9-200d-2642 man_supervillain supervillain_man male_supervillain
1f9b9-200d-2640 woman_supervillain supervillain_woman female_supervillain
1f9d9 mage
1f9d9-200d-2642 man_mage mage_man male_mage
1f9d9-200d-2640 woman_mage mage_woman female_mage
1f9da fairy
1f9da-200d-2642 man_fairy fairy_man male_fairy
1f9da-200d-2640 woman_fairy fairy_woman female_fairy
1f9db vampire
1f9db-200d-2642 man_vampire vampire_man male_vampire
1f9db-200d-2640 woman_vampire vampire_woman female_vampire
1f9dc merperson
1f9dc-200d-2642 merman
1f9dc-200d-2640 mermaid
1f9dd elf
1f9dd-200d-2642 man_elf elf_man male_elf
1f9dd-200d-2640 woman_elf elf_woman female_elf
1f9de genie
1f9de-200d-2642 man_genie genie_man male_genie
1f9de-200d-2640 woman_genie genie_woman female_genie
1f9df zombie
1f9df-200d-2642 man_zombie zombie_man male_zombie
1f9df-200d-2640 woman_zombie zombie_woman female_zombie
1f9cc troll
1fac8 hairy_creature
1f486 massage person_getting_massage
1f486-200d-2642 man_getting_massage massage_man man-getting-massage man_getting_face_massage
1f486-200d-2640 woman_getting_massage massage_woman woman-getting-massage woman_getting_face_massage
1f487 haircut person_getting_haircut
1f487-200d-2642 man_getting_haircut haircut_man man-getting-haircut
1f487-200d-2640 woman_getting_haircut haircut_woman woman-getting-haircut
1f6b6 person_walking walking
1f6b6-200d-2642 man_walking walking_man man-walking
1f6b6-200d-2640 woman_walking walking_woman woman-walking
1f6b6-200d-27a1 person_walking_right person_walking_facing_right
1f6b6-200d-2640-200d-27a1 woman_walking_right woman_walking_facing_right
1f6b6-200d-2642-200d-27a1 man_walking_right man_walking_facing_right
1f9cd person_standing standing standing_person
1f9cd-200d-2642 man_standing standing_man
1f9cd-200d-2640 woman_standing standing_woman
1f9ce kneeling person_kneeling kneeling_person
1f9ce-200d-2642 man_kneeling kneeling_man
1f9ce-200d-2640 woman_kneeling kneeling_woman
1f9ce-200d-27a1 person_kneeling_right person_kneeling_facing_right
1f9ce-200d-2640-200d-27a1 woman_kneeling_right woman_kneeling_facing_right
1f9ce-200d-2642-200d-27a1 man_kneeling_right man_kneeling_facing_right
1f9d1-200d-1f9af person_with_probing_cane person_with_white_cane
1f9d1-200d-1f9af-200d-27a1 person_with_white_cane_right person_with_white_cane_facing_right
1f468-200d-1f9af man_with_probing_cane man_with_white_cane
1f468-200d-1f9af-200d-27a1 man_with_white_cane_right man_with_white_cane_facing_right
1f469-200d-1f9af woman_with_probing_cane woman_with_white_cane
1f469-200d-1f9af-200d-27a1 woman_with_white_cane_right woman_with_white_cane_facing_right
1f9d1-200d-1f9bc person_in_motorized_wheelchair
1f9d1-200d-1f9bc-200d-27a1 person_in_motorized_wheelchair_right person_in_motorized_wheelchair_facing_right
1f468-200d-1f9bc man_in_motorized_wheelchair
1f468-200d-1f9bc-200d-27a1 man_in_motorized_wheelchair_right man_in_motorized_wheelchair_facing_right
1f469-200d-1f9bc woman_in_motorized_wheelchair
1f469-200d-1f9bc-200d-27a1 woman_in_motorized_wheelchair_right woman_in_motorized_wheelchair_facing_right
1f9d1-200d-1f9bd person_in_manual_wheelchair
1f9d1-200d-1f9bd-200d-27a1 person_in_manual_wheelchair_right person_in_manual_wheelchair_facing_right
1f468-200d-1f9bd man_in_manual_wheelchair
1f468-200d-1f9bd-200d-27a1 man_in_manual_wheelchair_right man_in_manual_wheelchair_facing_right
1f469-200d-1f9bd woman_in_manual_wheelchair
1f469-200d-1f9bd-200d-27a1 woman_in_manual_wheelchair_right woman_in_manual_wheelchair_facing_right
1f3c3 person_running running runner
1f3c3-200d-2642 man_running running_man man-running
1f3c3-200d-2640 woman_running running_woman woman-running
1f3c3-200d-27a1 person_running_right person_running_facing_right
1f3c3-200d-2640-200d-27a1 woman_running_right woman_running_facing_right
1f3c3-200d-2642-200d-27a1 man_running_right man_running_facing_right
1f9d1-200d-1fa70 ballet_dancer
1f483 dancer woman_dancing
1f57a man_dancing male_dancer
1f574 levitate levitating person_in_suit_levitating business_suit_levitating man_in_business_suit_levitating
1f46f dancers people_with_bunny_ears_partying people_with_bunny_ears
1f46f-200d-2642 men_with_bunny_ears_partying dancing_men men-with-bunny-ears-partying man-with-bunny-ears-partying men_with_bunny_ears
1f46f-200d-2640 women_with_bunny_ears_partying dancing_women women-with-bunny-ears-partying woman-with-bunny-ears-partying women_with_bunny_ears
1f9d6 person_in_steamy_room sauna_person
1f9d6-200d-2642 man_in_steamy_room sauna_man
1f9d6-200d-2640 woman_in_steamy_room sauna_woman
1f9d7 climbing person_climbing
1f9d7-200d-2642 man_climbing climbing_man
1f9d7-200d-2640 woman_climbing climbing_woman
1f93a fencer fencing person_fencing
1f3c7 horse_racing
26f7 person_skiing skier skiing
1f3c2 person_snowboarding snowboarder snowboarding
1f3cc golfer golfing person_golfing
1f3cc-200d-2642 man_golfing golfing_man man-golfing
1f3cc-200d-2640 woman_golfing golfing_woman woman-golfing
1f3c4 person_surfing surfer surfing
1f3c4-200d-2642 man_surfing surfing_man man-surfing
1f3c4-200d-2640 woman_surfing surfing_woman woman-surfing
1f6a3 person_rowing_boat rowboat
1f6a3-200d-2642 man_rowing_boat rowing_man man-rowing-boat
1f6a3-200d-2640 woman_rowing_boat rowing_woman woman-rowing-boat
1f3ca person_swimming swimmer swimming
1f3ca-200d-2642 man_swimming swimming_man man-swimming
1f3ca-200d-2640 woman_swimming swimming_woman woman-swimming
26f9 person_bouncing_ball bouncing_ball_person person_with_ball basketball_player
26f9-200d-2642 man_bouncing_ball basketball_man bouncing_ball_man man-bouncing-ball
26f9-200d-2640 woman_bouncing_ball basketball_woman bouncing_ball_woman woman-bouncing-ball
1f3cb person_lifting_weights weight_lifter weight_lifting lifter
1f3cb-200d-2642 man_lifting_weights weight_lifting_man man-lifting-weights
1f3cb-200d-2640 woman_lifting_weights weight_lifting_woman woman-lifting-weights
1f6b4 bicyclist biking person_biking
1f6b4-200d-2642 man_biking biking_man man-biking
1f6b4-200d-2640 woman_biking biking_woman woman-biking
1f6b5 mountain_bicyclist mountain_biking person_mountain_biking
1f6b5-200d-2642 man_mountain_biking mountain_biking_man man-mountain-biking
1f6b5-200d-2640 woman_mountain_biking mountain_biking_woman woman-mountain-biking
1f938 cartwheeling person_cartwheel person_doing_cartwheel cartwheel person_cartwheeling
1f938-200d-2642 man_cartwheeling man-cartwheeling
1f938-200d-2640 woman_cartwheeling woman-cartwheeling
1f93c people_wrestling wrestlers wrestling
1f93c-200d-2642 men_wrestling man-wrestling
1f93c-200d-2640 women_wrestling woman-wrestling
1f93d person_playing_water_polo water_polo
1f93d-200d-2642 man_playing_water_polo man-playing-water-polo
1f93d-200d-2640 woman_playing_water_polo woman-playing-water-polo
1f93e handball person_playing_handball handball_person
1f93e-200d-2642 man_playing_handball man-playing-handball
1f93e-200d-2640 woman_playing_handball woman-playing-handball
1f939 juggler juggling person_juggling juggling_person
1f939-200d-2642 man_juggling man-juggling
1f939-200d-2640 woman_juggling woman-juggling
1f9d8 person_in_lotus_position lotus_position
1f9d8-200d-2642 man_in_lotus_position lotus_position_man
1f9d8-200d-2640 woman_in_lotus_position lotus_position_woman
1f6c0 bath person_taking_bath
1f6cc person_in_bed sleeping_accommodation sleeping_bed
1f9d1-200d-1f91d-200d-1f9d1 people_holding_hands
1f46d two_women_holding_hands women_holding_hands
1f46b couple man_and_woman_holding_hands woman_and_man_holding_hands
1f46c two_men_holding_hands men_holding_hands
1f48f couple_kiss couplekiss
1f469-200d-2764-200d-1f48b-200d-1f468 kiss_mw kiss_wm couplekiss_man_woman woman-kiss-man kiss_woman_man
1f468-200d-2764-200d-1f48b-200d-1f468 kiss_mm couplekiss_man_man man-kiss-man couplekiss_mm kiss_man_man
1f469-200d-2764-200d-1f48b-200d-1f469 kiss_ww couplekiss_woman_woman woman-kiss-woman couplekiss_ww kiss_woman_woman
1f491 couple_with_heart
1f469-200d-2764-200d-1f468 couple_with_heart_mw couple_with_heart_wm couple_with_heart_woman_man woman-heart-man
1f468-200d-2764-200d-1f468 couple_with_heart_mm couple_with_heart_man_man man-heart-man couple_mm
1f469-200d-2764-200d-1f469 couple_with_heart_ww couple_with_heart_woman_woman woman-heart-woman couple_ww
1f468-200d-1f469-200d-1f466 family_mwb family_man_woman_boy man-woman-boy
1f468-200d-1f469-200d-1f467 family_mwg family_man_woman_girl man-woman-girl
1f468-200d-1f469-200d-1f467-200d-1f466 family_mwgb family_man_woman_girl_boy man-woman-girl-boy
1f468-200d-1f469-200d-1f466-200d-1f466 family_mwbb family_man_woman_boy_boy man-woman-boy-boy
1f468-200d-1f469-200d-1f467-200d-1f467 family_mwgg family_man_woman_girl_girl man-woman-girl-girl
1f468-200d-1f468-200d-1f466 family_mmb family_man_man_boy man-man-boy
1f468-200d-1f468-200d-1f467 family_mmg family_man_man_girl man-man-girl
1f468-200d-1f468-200d-1f467-200d-1f466 family_mmgb family_man_man_girl_boy man-man-girl-boy
1f468-200d-1f468-200d-1f466-200d-1f466 family_mmbb family_man_man_boy_boy man-man-boy-boy
1f468-200d-1f468-200d-1f467-200d-1f467 family_mmgg family_man_man_girl_girl man-man-girl-girl
1f469-200d-1f469-200d-1f466 family_wwb family_woman_woman_boy woman-woman-boy
1f469-200d-1f469-200d-1f467 family_wwg family_woman_woman_girl woman-woman-girl
1f469-200d-1f469-200d-1f467-200d-1f466 family_wwgb family_woman_woman_girl_boy woman-woman-girl-boy
1f469-200d-1f469-200d-1f466-200d-1f466 family_wwbb family_woman_woman_boy_boy woman-woman-boy-boy
1f469-200d-1f469-200d-1f467-200d-1f467 family_wwgg family_woman_woman_girl_girl woman-woman-girl-girl
1f468-200d-1f466 family_mb family_man_boy man-boy
1f468-200d-1f466-200d-1f466 family_mbb family_man_boy_boy man-boy-boy
1f468-200d-1f467 family_mg family_man_girl man-girl
1f468-200d-1f467-200d-1f466 family_mgb family_man_girl_boy man-girl-boy
1f468-200d-1f467-200d-1f467 family_mgg family_man_girl_girl man-girl-girl
1f469-200d-1f466 family_wb family_woman_boy woman-boy
1f469-200d-1f466-200d-1f466 family_wbb family_woman_boy_boy woman-boy-boy
1f469-200d-1f467 family_wg family_woman_girl woman-girl
1f469-200d-1f467-200d-1f466 family_wgb family_woman_girl_boy woman-girl-boy
1f469-200d-1f467-200d-1f467 family_wgg family_woman_girl_girl woman-girl-girl
1f5e3 speaking_head speaking_head_in_silhouette
1f464 bust_in_silhouette
1f465 busts_in_silhouette
1fac2 people_hugging
1f46a family
1f9d1-200d-1f9d1-200d-1f9d2 family_aac family_adult_adult_child
1f9d1-200d-1f9d1-200d-1f9d2-200d-1f9d2 family_aacc family_adult_adult_child_child
1f9d1-200d-1f9d2 family_aa family_ac family_adult_child
1f9d1-200d-1f9d2-200d-1f9d2 family_acc family_adult_child_child
1f463 footprints
1fac6 fingerprint
1f3fb tone1 tone_light skin-tone-2 light_skin_tone
1f3fc tone2 tone_medium_light skin-tone-3 medium_light_skin_tone
1f3fd tone3 tone_medium skin-tone-4 medium_skin_tone
1f3fe tone4 tone_medium_dark skin-tone-5 medium_dark_skin_tone
1f3ff tone5 tone_dark skin-tone-6 dark_skin_tone
1f9b0 red_hair
1f9b1 curly_hair
1f9b3 white_hair
1f9b2 no_hair
1f435 monkey_face
1f412 monkey
1f98d gorilla
1f9a7 orangutan
1f436 puppy dog_face
1f415 dog woof dog2
1f9ae guide_dog
1f415-200d-1f9ba service_dog
1f429 poodle
1f43a wolf wolf_face
1f98a fox fox_face
1f99d raccoon
1f431 kitten cat_face
1f408 cat meow cat2
1f408-200d-2b1b black_cat
1f981 lion lion_face
1f42f tiger_cub tiger_face
1f405 tiger tiger2
1f406 leopard
1f434 pony horse_face
1face moose
1facf donkey
1f40e horse racehorse
1f984 unicorn unicorn_face
1f993 zebra zebra_face
1f98c deer
1f9ac bison
1f42e calf cow_face
1f402 ox
1f403 water_buffalo
1f404 cow cow2
1f437 piglet pig_face
1f416 pig pig2
1f417 boar
1f43d pig_nose
1f40f ram
1f411 ewe sheep
1f410 goat
1f42a dromedary_camel
1f42b camel two_hump_camel
1f999 llama
1f992 giraffe giraffe_face
1f418 elephant
1f9a3 mammoth
1f98f rhino rhinoceros
1f99b hippo hippopotamus
1f42d dormouse mouse_face
1f401 mouse mouse2
1f400 rat
1f439 hamster hamster_face
1f430 bunny rabbit_face
1f407 rabbit rabbit2
1f43f chipmunk
1f9ab beaver
1f994 hedgehog
1f987 bat
1f43b bear bear_face
1f43b-200d-2744 polar_bear polar_bear_face
1f428 koala koala_face
1f43c panda panda_face
1f9a5 sloth
1f9a6 otter
1f9a8 skunk
1f998 kangaroo
1f9a1 badger
1f43e paw_prints feet
1f983 turkey
1f414 chicken chicken_face
1f413 rooster
1f423 hatching_chick
1f424 baby_chick
1f425 hatched_chick front_facing_baby_chick
1f426 bird bird_face
1f427 penguin penguin_face
1f54a dove dove_of_peace
1f985 eagle
1f986 duck
1f9a2 swan
1f989 owl
1f9a4 dodo
1fab6 feather
1f9a9 flamingo
1f99a peacock
1f99c parrot
1fabd wing
1f426-200d-2b1b black_bird
1fabf goose
1f426-200d-1f525 phoenix
1f438 frog frog_face
1f40a crocodile
1f422 turtle
1f98e lizard
1f40d snake
1f432 dragon_face
1f409 dragon
1f995 sauropod
1f996 t-rex trex t_rex
1f433 spouting_whale
1f40b whale whale2
1f42c dolphin flipper
1facd orca
1f9ad seal
1f41f fish
1f420 tropical_fish
1f421 blowfish
1f988 shark
1f419 octopus
1f41a shell spiral_shell
1fab8 coral
1fabc jellyfish
1f980 crab
1f99e lobster
1f990 shrimp
1f991 squid
1f9aa oyster
1f40c snail
1f98b butterfly
1f41b bug
1f41c ant
1f41d bee buzz honeybee
1fab2 beetle
1f41e lady_beetle ladybug
1f997 cricket
1fab3 cockroach
1f577 spider
1f578 spider_web
1f982 scorpion
1f99f mosquito
1fab0 fly
1fab1 worm
1f9a0 microbe
1f490 bouquet
1f338 cherry_blossom
1f4ae white_flower
1fab7 lotus
1f3f5 rosette
1f339 rose
1f940 wilted_flower wilted_rose
1f33a hibiscus
1f33b sunflower
1f33c blossom
1f337 tulip
1fabb hyacinth
1f331 seedling
1fab4 potted_plant
1f332 evergreen_tree
1f333 deciduous_tree
1f334 palm_tree
1f335 cactus
1f33e ear_of_rice sheaf_of_rice
1f33f herb
1f340 four_leaf_clover
1f341 maple_leaf
1f342 fallen_leaf
1f343 leaves leaf_fluttering_in_wind
1fab9 empty_nest nest
1faba nest_with_eggs
1f344 mushroom
1fabe leafless_tree
1f347 grapes
1f348 melon
1f349 watermelon
1f34a orange tangerine mandarin
1f34b lemon
1f34b-200d-1f7e9 lime
1f34c banana
1f34d pineapple
1f96d mango
1f34e apple red_apple
1f34f green_apple
1f350 pear
1f351 peach
1f352 cherries
1f353 strawberry
1fad0 blueberries
1f95d kiwi kiwi_fruit kiwifruit
1f345 tomato
1fad2 olive
1f965 coconut
1f951 avocado
1f346 eggplant
1f954 potato
1f955 carrot
1f33d corn ear_of_corn
1f336 hot_pepper
1fad1 bell_pepper
1f952 cucumber
1f96c leafy_green
1f966 broccoli
1f9c4 garlic
1f9c5 onion
1f95c peanuts shelled_peanut
1fad8 beans
1f330 chestnut
1fada ginger ginger_root
1fadb pea pea_pod
1f344-200d-1f7eb brown_mushroom
1fadc root_vegetable
1f35e bread
1f950 croissant
1f956 baguette baguette_bread french_bread
1fad3 flatbread
1f968 pretzel
1f96f bagel
1f95e pancakes
1f9c7 waffle
1f9c0 cheese cheese_wedge
1f356 meat_on_bone
1f357 poultry_leg
1f969 cut_of_meat
1f953 bacon
1f354 hamburger
1f35f french_fries fries
1f355 pizza
1f32d hotdog hot_dog
1f96a sandwich
1f32e taco
1f32f burrito
1fad4 tamale
1f959 stuffed_flatbread stuffed_pita
1f9c6 falafel
1f95a egg
1f373 cooking fried_egg
1f958 shallow_pan_of_food paella
1f372 pot_of_food stew
1fad5 fondue
1f963 bowl_with_spoon
1f957 green_salad salad
1f37f popcorn
1f9c8 butter
1f9c2 salt
1f96b canned_food
1f371 bento bento_box
1f358 rice_cracker
1f359 rice_ball
1f35a cooked_rice rice
1f35b curry curry_rice
1f35c ramen steaming_bowl
1f35d spaghetti
1f360 sweet_potato roasted_sweet_potato
1f362 oden
1f363 sushi
1f364 fried_shrimp
1f365 fish_cake fish_cake_with_swirl
1f96e moon_cake
1f361 dango
1f95f dumpling
1f960 fortune_cookie
1f961 takeout_box
1f366 icecream soft_serve soft_ice_cream
1f367 shaved_ice
1f368 ice_cream
1f369 doughnut
1f36a cookie
1f382 birthday birthday_cake
1f370 cake shortcake
1f9c1 cupcake
1f967 pie
1f36b chocolate_bar
1f36c candy
1f36d lollipop
1f36e custard pudding flan
1f36f honey_pot
1f37c baby_bottle
1f95b glass_of_milk milk milk_glass
1fad6 teapot
1f375 tea teacup_without_handle
1f376 sake
1f37e champagne bottle_with_popping_cork
1f377 wine wine_glass
1f378 cocktail cocktail_glass
1f379 tropical_drink
1f37a beer beer_mug
1f37b beers clinking_beer_mugs
1f942 clinking_glasses champagne_glass clinking_glass
1f943 tumbler_glass whisky
1fad7 pour pouring_liquid
1f964 cup_with_straw
1f9cb boba_drink bubble_tea
1f9c3 beverage_box juice_box
1f9c9 mate mate_drink
1f9ca ice ice_cube
1f962 chopsticks
1f37d fork_knife_plate plate_with_cutlery knife_fork_plate fork_and_knife_with_plate
1f374 fork_and_knife
1f944 spoon
1f52a knife hocho kitchen_knife
1fad9 jar
1f3fa amphora
1f30d earth_africa earth_europe globe_showing_europe_africa
1f30e earth_americas globe_showing_americas
1f30f earth_asia globe_showing_asia_australia
1f310 globe_with_meridians
1f5fa world_map map
1f5fe japan_map map_of_japan
1f9ed compass
1f3d4 mountain_snow snow_capped_mountain
26f0 mountain
1f6d8 landslide
1f30b volcano
1f5fb mount_fuji
1f3d5 camping
1f3d6 beach beach_with_umbrella
1f3dc desert
1f3dd desert_island island
1f3de national_park park
1f3df stadium
1f3db classical_building
1f3d7 building_construction construction_site
1f9f1 bricks brick
1faa8 rock
1fab5 wood
1f6d6 hut
1f3d8 homes houses house_buildings
1f3da derelict_house house_abandoned derelict_house_building
1f3e0 house
1f3e1 house_with_garden
1f3e2 office office_building
1f3e3 post_office japanese_post_office
1f3e4 european_post_office
1f3e5 hospital
1f3e6 bank
1f3e8 hotel
1f3e9 love_hotel
1f3ea convenience_store
1f3eb school
1f3ec department_store
1f3ed factory
1f3ef japanese_castle
1f3f0 castle european_castle
1f492 wedding
1f5fc tokyo_tower
1f5fd statue_of_liberty
26ea church
1f54c mosque
1f6d5 hindu_temple
1f54d synagogue
26e9 shinto_shrine
1f54b kaaba
26f2 fountain
26fa tent
1f301 foggy
1f303 night_with_stars
1f3d9 cityscape
1f304 sunrise_over_mountains
1f305 sunrise
1f306 city_dusk cityscape_at_dusk
1f307 city_sunrise city_sunset sunset
1f309 bridge_at_night
1f3a0 carousel_horse
1f6dd playground_slide slide
1f3a1 ferris_wheel
1f3a2 roller_coaster
1f488 barber barber_pole
1f3aa circus_tent
1f682 steam_locomotive locomotive
1f683 railway_car
1f684 bullettrain_side high_speed_train
1f685 bullettrain_front bullet_train
1f686 train train2
1f687 metro
1f688 light_rail
1f689 station
1f68a tram
1f69d monorail
1f69e mountain_railway
1f68b tram_car
1f68c bus school_bus
1f68d oncoming_bus
1f68e trolleybus
1f690 minibus
1f691 ambulance
1f692 fire_engine
1f693 police_car
1f694 oncoming_police_car
1f695 taxi
1f696 oncoming_taxi
1f697 car red_car automobile
1f698 oncoming_automobile
1f699 blue_car suv sport_utility_vehicle
1f6fb pickup_truck
1f69a delivery_truck truck
1f69b articulated_lorry
1f69c tractor
1f3ce racing_car race_car
1f3cd motorcycle racing_motorcycle
1f6f5 motor_scooter motorbike
1f9bd manual_wheelchair
1f9bc motorized_wheelchair
1f6fa auto_rickshaw
1f6b2 bike bicycle
1f6f4 scooter kick_scooter
1f6f9 skateboard
1f6fc roller_skate
1f68f busstop bus_stop
1f6e3 motorway
1f6e4 railway_track railroad_track
1f6e2 oil_drum oil
26fd fuelpump fuel_pump
1f6de wheel
1f6a8 rotating_light police_car_light
1f6a5 traffic_light horizontal_traffic_light
1f6a6 vertical_traffic_light
1f6d1 octagonal_sign stop_sign
1f6a7 construction
1f6df lifebuoy ring_buoy
26f5 sailboat boat
1f6f6 canoe kayak
1f6a4 speedboat
1f6f3 cruise_ship passenger_ship
26f4 ferry
1f6e5 motorboat motor_boat
1f6a2 ship
1f6e9 small_airplane airplane_small
1f6eb take_off departure airplane_departure flight_departure
1f6ec airplane_arriving flight_arrival airplane_arrival
1fa82 parachute
1f4ba seat
1f681 helicopter
1f69f suspension_railway
1f6a0 mountain_cableway
1f6a1 aerial_tramway
1f6f0 satellite artificial_satellite satellite_orbital
1f680 rocket
1f6f8 flying_saucer
1f6ce bellhop bellhop_bell
1f9f3 luggage
231b hourglass hourglass_done
23f3 hourglass_flowing_sand hourglass_not_done
231a watch
23f0 alarm_clock
23f1 stopwatch
23f2 timer_clock timer
1f570 mantelpiece_clock mantlepiece_clock
1f55b clock12 twelve_oclock
1f567 clock1230 twelve_thirty
1f550 one_o_clock clock1 one_oclock
1f55c clock130 one_thirty
1f551 clock2 two_oclock
1f55d clock230 two_thirty
1f552 time clock clock3 three_oclock
1f55e clock330 three_thirty
1f553 clock4 four_oclock
1f55f clock430 four_thirty
1f554 clock5 five_oclock
1f560 clock530 five_thirty
1f555 clock6 six_oclock
1f561 clock630 six_thirty
1f556 clock7 seven_oclock
1f562 clock730 seven_thirty
1f557 clock8 eight_oclock
1f563 clock830 eight_thirty
1f558 clock9 nine_oclock
1f564 clock930 nine_thirty
1f559 clock10 ten_oclock
1f565 clock1030 ten_thirty
1f55a clock11 eleven_oclock
1f566 clock1130 eleven_thirty
1f311 new_moon
1f312 waxing_crescent_moon
1f313 first_quarter_moon
1f314 waxing_gibbous_moon moon
1f315 full_moon
1f316 waning_gibbous_moon
1f317 last_quarter_moon
1f318 waning_crescent_moon
1f319 crescent_moon
1f31a new_moon_with_face new_moon_face
1f31b first_quarter_moon_with_face first_quarter_moon_face
1f31c last_quarter_moon_with_face last_quarter_moon_face
1f321 thermometer
1f31d full_moon_with_face full_moon_face
1f31e sun_with_face
1fa90 ringed_planet saturn
2b50 star
1f31f glowing_star star2
1f320 shooting_star stars
1f30c milky_way
26c5 partly_sunny sun_behind_cloud
26c8 stormy thunder_cloud_and_rain cloud_with_lightning_and_rain thunder_cloud_rain
1f324 sun_behind_small_cloud sunny mostly_sunny sun_small_cloud white_sun_small_cloud white_sun_with_small_cloud
1f325 cloudy sun_behind_large_cloud barely_sunny white_sun_cloud white_sun_behind_cloud
1f326 sun_and_rain sun_behind_rain_cloud partly_sunny_rain white_sun_rain_cloud white_sun_behind_cloud_with_rain
1f327 cloud_with_rain rainy rain_cloud cloud_rain
1f328 cloud_with_snow snowy snow_cloud cloud_snow
1f329 cloud_with_lightning lightning lightning_cloud cloud_lightning
1f32a tornado tornado_cloud cloud_tornado cloud_with_tornado
1f32b fog
1f32c wind_blowing_face wind_face
1f300 cyclone
1f308 rainbow
1f302 closed_umbrella
26f1 beach_umbrella umbrella_on_ground parasol_on_ground
26a1 high_voltage zap
26c4 snowman snowman_without_snow
1f525 fire lit hot flame
1f4a7 droplet
1f30a ocean water_wave
1f383 jack-o-lantern pumpkin jack_o_lantern
1f384 holiday_tree christmas_tree
1f386 fireworks
1f387 sparkler
1f9e8 firecracker
1f388 balloon celebration
1f389 tada party party_popper
1f38a confetti_ball
1f38b tanabata_tree
1f38d bamboo pine_decoration
1f38e dolls japanese_dolls
1f38f carp_streamer flags
1f390 wind_chime
1f391 moon_ceremony rice_scene moon_viewing_ceremony
1f9e7 red_envelope
1f380 ribbon
1f381 gift wrapped_gift
1f397 reminder_ribbon
1f39f admission_tickets tickets
1f3ab ticket
1f396 military_medal medal_military medal
1f3c6 trophy winner
1f3c5 sports_medal medal_sports
1f947 gold number_one first_place 1st first_place_medal 1st_place_medal
1f948 silver 2nd second_place_medal 2nd_place_medal second_place
1f949 bronze 3rd third_place_medal 3rd_place_medal third_place
26bd soccer soccer_ball
26be baseball
1f94e softball
1f3c0 basketball
1f3d0 volleyball
1f3c8 football american_football
1f3c9 rugby_football
1f3be tennis
1f94f flying_disc
1f3b3 bowling
1f3cf cricket_game cricket_bat_and_ball cricket_bat_ball
1f3d1 field_hockey field_hockey_stick_and_ball
1f3d2 hockey ice_hockey ice_hockey_stick_and_puck
1f94d lacrosse
1f3d3 ping_pong table_tennis_paddle_and_ball table_tennis
1f3f8 badminton badminton_racquet_and_shuttlecock
1f94a boxing_glove boxing_gloves
1f94b martial_arts_uniform karate_uniform
1f945 goal_net goal
26f3 golf flag_in_hole
26f8 ice_skate
1f3a3 fishing_pole fishing_pole_and_fish
1f93f diving_mask
1f3bd running_shirt running_shirt_with_sash
1f3bf ski skis
1f6f7 sled
1f94c curling_stone
1f3af bullseye dart direct_hit
1fa80 yo_yo yo-yo
1fa81 kite
1f52b gun pistol water_pistol
1f3b1 8ball billiards pool_8_ball
1f52e crystal_ball
1fa84 magic_wand
1f3ae controller video_game
1f579 joystick
1f3b0 slot_machine
1f3b2 game_die
1f9e9 jigsaw puzzle_piece
1f9f8 teddy_bear
1fa85 pinata
1faa9 disco disco_ball mirror_ball
1fa86 nesting_dolls
265f chess_pawn
1f0cf black_joker joker
1f004 mahjong mahjong_red_dragon
1f3b4 flower_playing_cards
1f3ad performing_arts
1f5bc frame_with_picture framed_picture frame_photo
1f3a8 art palette artist_palette
1f9f5 thread
1faa1 sewing_needle
1f9f6 yarn
1faa2 knot
1f453 eyeglasses glasses
1f576 sunglasses dark_sunglasses
1f97d goggles
1f97c lab_coat
1f9ba safety_vest
1f454 necktie
1f455 shirt tshirt t_shirt
1f456 jeans
1f9e3 scarf
1f9e4 gloves
1f9e5 coat
1f9e6 socks
1f457 dress
1f458 kimono
1f97b sari
1fa71 one_piece_swimsuit one-piece_swimsuit
1fa72 briefs swim_brief
1fa73 shorts
1f459 bikini
1f45a womans_clothes
1faad folding_fan folding_hand_fan
1f45b purse
1f45c handbag
1f45d clutch_bag pouch
1f6cd shopping_bags shopping
1f392 backpack school_satchel
1fa74 thong_sandal
1f45e mans_shoe shoe
1f45f athletic_shoe sneaker running_shoe
1f97e hiking_boot
1f97f flat_shoe womans_flat_shoe
1f460 high_heel high_heeled_shoe
1f461 sandal womans_sandal
1fa70 ballet_shoes
1f462 boot womans_boot
1faae hair_pick
1f451 crown
1f452 womans_hat
1f3a9 top_hat tophat
1f393 graduation_cap mortar_board
1f9e2 billed_cap
1fa96 military_helmet
26d1 helmet_with_cross rescue_worker_helmet helmet_with_white_cross rescue_workers_helmet
1f4ff prayer_beads
1f484 lipstick
1f48d ring
1f48e gem gem_stone
1f507 mute no_sound muted_speaker
1f508 low_volume quiet_sound speaker speaker_low_volume
1f509 medium_volumne sound speaker_medium_volume
1f50a high_volume loud_sound speaker_high_volume
1f4e2 loudspeaker
1f4e3 mega megaphone
1f4ef postal_horn
1f514 bell
1f515 no_bell bell_with_slash
1f3bc musical_score
1f3b5 musical_note
1f3b6 musical_notes notes
1f399 studio_microphone microphone2
1f39a level_slider
1f39b control_knobs
1f3a4 microphone
1f3a7 headphones headphone
1f4fb radio
1f3b7 saxophone
1f3ba trumpet
1fa8a trombone
1fa97 accordion
1f3b8 guitar
1f3b9 musical_keyboard
1f3bb violin
1fa95 banjo
1f941 drum drum_with_drumsticks
1fa98 long_drum
1fa87 maracas
1fa88 flute
1fa89 harp
1f4f1 mobile_phone smartphone android iphone
1f4f2 calling mobile_phone_arrow mobile_phone_with_arrow
1f4de phone telephone telephone_receiver
1f4df pager
1f4e0 fax fax_machine
1f50b battery
1faab low_battery
1f50c electric_plug
1f4bb computer laptop
1f5a5 desktop_computer desktop
1f5a8 printer
1f5b1 computer_mouse three_button_mouse mouse_three_button
1f5b2 trackball
1f4bd computer_disk minidisc
1f4be floppy_disk
1f4bf cd optical_disk
1f4c0 dvd
1f9ee abacus
1f3a5 movie_camera
1f39e film_frames film_strip
1f4fd film_projector projector
1f3ac clapper clapper_board
1f4fa tv television
1f4f7 camera
1f4f8 camera_with_flash camera_flash
1f4f9 video_camera
1f4fc vhs videocassette
1f50d search find magnifying_glass mag magnifying_glass_tilted_left
1f50e mag_right magnifying_glass_tilted_right
1f56f candle
1f4a1 light_bulb bulb idea
1f526 flashlight
1f3ee izakaya_lantern red_paper_lantern lantern
1fa94 diya_lamp
1f4d4 notebook_with_decorative_cover
1f4d5 closed_book
1f4d6 book open_book
1f4d7 green_book
1f4d8 blue_book
1f4d9 orange_book
1f4da books
1f4d3 notebook
1f4d2 ledger
1f4c3 page_with_curl
1f4dc scroll
1f4c4 page_facing_up
1f4f0 newspaper
1f5de rolled_up_newspaper newspaper_roll newspaper2
1f4d1 bookmark_tabs
1f516 bookmark
1f3f7 label
1fa99 coin
1f4b0 moneybag money_bag
1fa8e treasure_chest
1f4b4 yen yen_banknote
1f4b5 dollar dollar_banknote
1f4b6 euro euro_banknote
1f4b7 pound pound_banknote
1f4b8 money_with_wings
1f4b3 credit_card
1f9fe receipt
1f4b9 chart chart_increasing_with_yen
1f4e7 e-mail email e_mail
1f4e8 incoming_envelope
1f4e9 envelope_with_arrow
1f4e4 outbox_tray
1f4e5 inbox_tray
1f4e6 package
1f4eb mailbox closed_mailbox_with_raised_flag
1f4ea mailbox_closed closed_mailbox_with_lowered_flag
1f4ec mailbox_with_mail open_mailbox_with_raised_flag
1f4ed mailbox_with_no_mail open_mailbox_with_lowered_flag
1f4ee postbox
1f5f3 ballot_box ballot_box_with_ballot
270f pencil pencil2
1f58b fountain_pen lower_left_fountain_pen pen_fountain
1f58a pen lower_left_ballpoint_pen pen_ballpoint
1f58c paintbrush lower_left_paintbrush
1f58d crayon lower_left_crayon
1f4dd memo note
1f4bc briefcase
1f4c1 file_folder
1f4c2 open_file_folder
1f5c2 card_index_dividers dividers
1f4c5 date
1f4c6 tear_off_calendar
1f5d2 notepad_spiral spiral_notepad spiral_note_pad
1f5d3 calendar calendar_spiral spiral_calendar spiral_calendar_pad
1f4c7 card_index
1f4c8 chart_increasing chart_with_upwards_trend
1f4c9 chart_decreasing chart_with_downwards_trend
1f4ca bar_chart
1f4cb clipboard
1f4cc pushpin
1f4cd round_pushpin
1f4ce paperclip attachment
1f587 paperclips linked_paperclips
1f4cf straight_ruler
1f4d0 triangular_ruler
1f5c3 card_file_box card_box
1f5c4 file_cabinet
1f5d1 wastebasket trash_can trashcan
1f512 locked lock
1f513 unlocked unlock
1f50f lock_with_ink_pen locked_with_pen
1f510 closed_lock_with_key locked_with_key
1f511 key
1f5dd old_key key2
1f528 hammer maintenance handyman handywoman
1fa93 axe
26cf pick
1f6e0 working_on_it hammer_and_wrench tools
1f5e1 dagger dagger_knife
1f4a3 bomb
1fa83 boomerang
1f3f9 bow_and_arrow archery
1f6e1 shield
1fa9a carpentry_saw
1f527 fixing wrench
1fa9b screwdriver
1f529 nut_and_bolt
1f5dc clamp compression
1f9af probing_cane white_cane
1f517 link
26d3-200d-1f4a5 broken_chain
26d3 chains
1fa9d hook
1f9f0 toolbox
1f9f2 magnet
1fa9c ladder
1fa8f shovel
1f9ea test_tube
1f9eb petri_dish
1f9ec dna double_helix
1f52c microscope
1f52d telescope
1f4e1 satellite_antenna
1f489 syringe
1fa78 drop_of_blood
1f48a pill
1fa79 adhesive_bandage bandaid
1fa7c crutch
1fa7a stethoscope
1fa7b x-ray xray x_ray
1f6aa door
1f6d7 elevator
1fa9e mirror
1fa9f window
1f6cf bed
1f6cb couch_and_lamp couch
1fa91 chair
1f6bd toilet
1faa0 plunger
1f6bf shower
1f6c1 bathtub
1faa4 mouse_trap
1fa92 razor
1f9f4 lotion_bottle squeeze_bottle
1f9f7 safety_pin
1f9f9 broom
1f9fa basket
1f9fb roll_of_paper toilet_paper
1faa3 bucket
1f9fc soap
1fae7 bubbles
1faa5 toothbrush
1f9fd sponge
1f9ef fire_extinguisher
1f6d2 shopping_cart shopping_trolley
1f6ac cigarette smoking
26b0 coffin
1faa6 headstone
26b1 funeral_urn urn
1f9ff nazar_amulet
1faac hamsa
1f5ff moai moyai
1faa7 placard
1faaa id_card identification_card
1f3e7 atm atm_sign
1f6ae litter_bin put_litter_in_its_place litter_in_bin_sign
1f6b0 potable_water
267f handicapped wheelchair wheelchair_symbol
1f6b9 mens mens_room
1f6ba womens womens_room
1f6bb bathroom restroom
1f6bc baby_symbol
1f6be water_closet wc
1f6c2 passport_control
1f6c3 customs
1f6c4 baggage_claim
1f6c5 left_luggage
26a0 warning caution danger
1f6b8 children_crossing
26d4 no_entry
1f6ab no_entry_sign prohibited
1f6b3 no_bicycles
1f6ad no_smoking
1f6af do_not_litter no_littering
1f6b1 non-potable_water non_potable_water
1f6b7 no_pedestrians
1f4f5 no_mobile_phones
1f51e no_one_under_18 underage no_one_under_eighteen
2b06 up north arrow_up up_arrow
27a1 right east arrow_right right_arrow
2b07 down south arrow_down down_arrow
2b05 left west arrow_left left_arrow
21a9 arrow_left_hook leftwards_arrow_with_hook right_arrow_curving_left
21aa arrow_right_hook rightwards_arrow_with_hook left_arrow_curving_right
1f503 arrows_clockwise clockwise clockwise_vertical_arrows
1f504 counterclockwise return arrows_counterclockwise counterclockwise_arrows_button
1f519 back back_arrow
1f51a end end_arrow
1f51b on on_arrow
1f51c soon soon_arrow
1f51d top top_arrow
1f6d0 place_of_worship worship_symbol
269b atom atom_symbol
1f549 om om_symbol
262f yin_yang
271d latin_cross cross
262a star_and_crescent
262e peace peace_symbol
1f54e menorah menorah_with_nine_branches
1f52f six_pointed_star dotted_six_pointed_star
1faaf khanda
264a gemini
264b cancer
264c leo
264d virgo
264e libra
264f scorpius scorpio
26ce ophiuchus
1f500 shuffle twisted_rightwards_arrows shuffle_tracks_button
1f501 repeat repeat_button
1f502 repeat_one repeat_single_button
25b6 arrow_forward play play_button
23e9 fast_forward fast_forward_button
23ed next_track next_track_button black_right_pointing_double_triangle_with_vertical_bar track_next
23ef play_pause play_or_pause_button black_right_pointing_triangle_with_double_vertical_bar
25c0 arrow_backward reverse reverse_button
23ea fast_reverse rewind fast_reverse_button
23ee previous_track previous_track_button black_left_pointing_double_triangle_with_vertical_bar track_previous last_track_button
1f53c arrow_up_small upwards_button
23eb arrow_double_up fast_up fast_up_button
1f53d arrow_down_small downwards_button
23ec arrow_double_down fast_down fast_down_button
23f8 pause pause_button double_vertical_bar
23f9 stop_button black_square_for_stop
23fa record record_button black_circle_for_record
23cf eject eject_button eject_symbol
1f3a6 cinema
1f505 dim_button low_brightness
1f506 bright_button high_brightness
1f4f6 antenna_bars signal_strength
1f6dc wireless
1f4f3 vibration_mode
1f4f4 mobile_phone_off
26a7 transgender_symbol
1f7f0 heavy_equals_sign
267e infinity
203c bangbang double_exclamation double_exclamation_mark
1f4b1 currency_exchange
1f4b2 heavy_dollar_sign
267b recycle recycling_symbol
269c fleur-de-lis fleur_de_lis
1f531 trident trident_emblem
1f4db name_badge
1f530 beginner japanese_symbol_for_beginner
2b55 hollow_red_circle red_o
274c cross_mark incorrect wrong x
274e cross_mark_button negative_squared_cross_mark
27b0 curly_loop
27bf double_curly_loop loop
303d part_alternation_mark
00a9 copyright
00ae registered
1fadf splatter
0023-20e3 hash number_sign keycap_number_sign
002a-20e3 asterisk keycap_star keycap_asterisk
0030-20e3 zero keycap_0
0031-20e3 one keycap_1
0032-20e3 two keycap_2
0033-20e3 three keycap_3
0034-20e3 four keycap_4
0035-20e3 five keycap_5
0036-20e3 six keycap_6
0037-20e3 seven keycap_7
0038-20e3 eight keycap_8
0039-20e3 nine keycap_9
1f51f ten keycap_ten keycap_10
1f520 capital_abcd input_latin_uppercase
1f521 abcd input_latin_lowercase
1f522 1234 input_numbers
1f523 symbols input_symbols
1f524 abc input_latin_letters
1f170 a a_blood a_button_blood_type
1f18e ab ab_blood ab_button_blood_type
1f171 b b_blood b_button_blood_type
1f191 cl cl_button
1f192 cool cool_button
1f193 free free_button
1f194 id id_button
24c2 m circled_m
1f195 new new_button
1f196 ng ng_button
1f17e o o_blood o2 o_button_blood_type
1f197 ok_button
1f17f parking p_button
1f198 sos sos_button
1f199 up2 up_button
1f19a vs vs_button
1f201 ja_here koko japanese_here_button
1f202 ja_service_charge sa japanese_service_charge_button
1f237 ja_monthly_amount u6708 japanese_monthly_amount_button
1f236 ja_not_free_of_carge u6709 japanese_not_free_of_charge_button
1f22f ja_reserved u6307 japanese_reserved_button
1f250 ideograph_advantage ja_bargain japanese_bargain_button
1f239 ja_discount u5272 japanese_discount_button
1f21a ja_free_of_charge u7121 japanese_free_of_charge_button
1f232 ja_prohibited u7981 japanese_prohibited_button
1f251 accept ja_acceptable japanese_acceptable_button
1f238 ja_application u7533 japanese_application_button
1f234 ja_passing_grade u5408 japanese_passing_grade_button
1f233 ja_vacancy u7a7a japanese_vacancy_button
1f23a ja_open_for_business u55b6 japanese_open_for_business_button
1f235 ja_no_vacancy u6e80 japanese_no_vacancy_button
1f534 red_circle
1f7e0 orange_circle large_orange_circle
1f7e1 yellow_circle large_yellow_circle
1f7e2 green_circle large_green_circle
1f535 blue_circle large_blue_circle
1f7e3 purple_circle large_purple_circle
1f7e4 brown_circle large_brown_circle
26ab black_circle
26aa white_circle
1f7e5 red_square large_red_square
1f7e7 orange_square large_orange_square
1f7e8 yellow_square large_yellow_square
1f7e9 green_square large_green_square
1f7e6 blue_square large_blue_square
1f7ea purple_square large_purple_square
1f7eb brown_square large_brown_square
2b1b black_large_square
2b1c white_large_square
25fc black_medium_square
25fb white_medium_square
25fe black_medium_small_square
25fd white_medium_small_square
25aa black_small_square
25ab white_small_square
1f536 large_orange_diamond
1f537 large_blue_diamond
1f538 small_orange_diamond
1f539 small_blue_diamond
1f53a small_red_triangle red_triangle_pointed_up
1f53b small_red_triangle_down red_triangle_pointed_down
1f4a0 diamond_shape_with_a_dot_inside diamond_with_a_dot
1f518 radio_button
1f533 white_square_button
1f532 black_square_button
1f3c1 checkered_flag chequered_flag
1f6a9 triangular_flag triangular_flag_on_post
1f38c crossed_flags
1f3f4 black_flag waving_black_flag flag_black
1f3f3 white_flag waving_white_flag flag_white
1f3f3-200d-1f308 rainbow_flag pride rainbow-flag gay_pride_flag
1f3f3-200d-26a7 transgender_flag
1f3f4-200d-2620 jolly_roger pirate_flag
1f1e6-1f1e8 ascension_island flag_ac flag-ac ac flag_ascension_island
1f1e6-1f1e9 andorra flag_ad flag-ad ad flag_andorra
1f1e6-1f1ea flag_ae united_arab_emirates flag-ae ae flag_united_arab_emirates
1f1e6-1f1eb afghanistan flag_af flag-af af flag_afghanistan
1f1e6-1f1ec antigua_barbuda flag_ag flag-ag ag flag_antigua_barbuda
1f1e6-1f1ee anguilla flag_ai flag-ai ai flag_anguilla
1f1e6-1f1f1 albania flag_al flag-al al flag_albania
1f1e6-1f1f2 armenia flag_am flag-am am flag_armenia
1f1e6-1f1f4 angola flag_ao flag-ao ao flag_angola
1f1e6-1f1f6 antarctica flag_aq flag-aq aq flag_antarctica
1f1e6-1f1f7 argentina flag_ar flag-ar ar flag_argentina
1f1e6-1f1f8 american_samoa flag_as flag-as as flag_american_samoa
1f1e6-1f1f9 austria flag_at flag-at at flag_austria
1f1e6-1f1fa australia flag_au flag-au au flag_australia
1f1e6-1f1fc aruba flag_aw flag-aw aw flag_aruba
1f1e6-1f1fd aland_islands flag_ax flag-ax ax flag_aland_islands
1f1e6-1f1ff azerbaijan flag_az flag-az az flag_azerbaijan
1f1e7-1f1e6 bosnia_herzegovina flag_ba flag-ba ba flag_bosnia_herzegovina
1f1e7-1f1e7 barbados flag_bb flag-bb bb flag_barbados
1f1e7-1f1e9 bangladesh flag_bd flag-bd bd flag_bangladesh
1f1e7-1f1ea belgium flag_be flag-be be flag_belgium
1f1e7-1f1eb burkina_faso flag_bf flag-bf bf flag_burkina_faso
1f1e7-1f1ec bulgaria flag_bg flag-bg bg flag_bulgaria
1f1e7-1f1ed bahrain flag_bh flag-bh bh flag_bahrain
1f1e7-1f1ee burundi flag_bi flag-bi bi flag_burundi
1f1e7-1f1ef benin flag_bj flag-bj bj flag_benin
1f1e7-1f1f1 flag_bl st_barthelemy flag-bl bl flag_st_barthelemy
1f1e7-1f1f2 bermuda flag_bm flag-bm bm flag_bermuda
1f1e7-1f1f3 brunei flag_bn flag-bn bn flag_brunei
1f1e7-1f1f4 bolivia flag_bo flag-bo bo flag_bolivia
1f1e7-1f1f6 caribbean_netherlands flag_bq flag-bq bq flag_caribbean_netherlands
1f1e7-1f1f7 brazil flag_br flag-br br flag_brazil
1f1e7-1f1f8 bahamas flag_bs flag-bs bs flag_bahamas
1f1e7-1f1f9 bhutan flag_bt flag-bt bt flag_bhutan
1f1e7-1f1fb bouvet_island flag_bv flag-bv bv flag_bouvet_island
1f1e7-1f1fc botswana flag_bw flag-bw bw flag_botswana
1f1e7-1f1fe belarus flag_by flag-by by flag_belarus
1f1e7-1f1ff belize flag_bz flag-bz bz flag_belize
1f1e8-1f1e6 canada flag_ca flag-ca ca flag_canada
1f1e8-1f1e8 cocos_islands flag_cc flag-cc cc flag_cocos_keeling_islands
1f1e8-1f1e9 congo_kinshasa flag_cd flag-cd congo flag_congo_kinshasa
1f1e8-1f1eb central_african_republic flag_cf flag-cf cf flag_central_african_republic
1f1e8-1f1ec congo_brazzaville flag_cg flag-cg cg flag_congo_brazzaville
1f1e8-1f1ed flag_ch switzerland flag-ch ch flag_switzerland
1f1e8-1f1ee cote_divoire flag_ci flag-ci ci flag_cote_divoire
1f1e8-1f1f0 cook_islands flag_ck flag-ck ck flag_cook_islands
1f1e8-1f1f1 chile flag_cl flag-cl flag_chile
1f1e8-1f1f2 cameroon flag_cm flag-cm cm flag_cameroon
1f1e8-1f1f3 china flag_cn cn flag-cn flag_china
1f1e8-1f1f4 colombia flag_co flag-co co flag_colombia
1f1e8-1f1f5 clipperton_island flag_cp flag-cp cp flag_clipperton_island
1f1e8-1f1f6 flag_cq sark flag-sark flag_sark
1f1e8-1f1f7 costa_rica flag_cr flag-cr cr flag_costa_rica
1f1e8-1f1fa cuba flag_cu flag-cu cu flag_cuba
1f1e8-1f1fb cape_verde flag_cv flag-cv cv flag_cape_verde
1f1e8-1f1fc curacao flag_cw flag-cw cw flag_curacao
1f1e8-1f1fd christmas_island flag_cx flag-cx cx flag_christmas_island
1f1e8-1f1fe cyprus flag_cy flag-cy cy flag_cyprus
1f1e8-1f1ff czech_republic czechia flag_cz flag-cz cz flag_czechia
1f1e9-1f1ea flag_de germany de flag-de flag_germany
1f1e9-1f1ec diego_garcia flag_dg flag-dg dg flag_diego_garcia
1f1e9-1f1ef djibouti flag_dj flag-dj dj flag_djibouti
1f1e9-1f1f0 denmark flag_dk flag-dk dk flag_denmark
1f1e9-1f1f2 dominica flag_dm flag-dm dm flag_dominica
1f1e9-1f1f4 dominican_republic flag_do flag-do do flag_dominican_republic
1f1e9-1f1ff algeria flag_dz flag-dz dz flag_algeria
1f1ea-1f1e6 ceuta_melilla flag_ea flag-ea ea flag_ceuta_melilla
1f1ea-1f1e8 ecuador flag_ec flag-ec ec flag_ecuador
1f1ea-1f1ea estonia flag_ee flag-ee ee flag_estonia
1f1ea-1f1ec egypt flag_eg flag-eg eg flag_egypt
1f1ea-1f1ed flag_eh western_sahara flag-eh eh flag_western_sahara
1f1ea-1f1f7 eritrea flag_er flag-er er flag_eritrea
1f1ea-1f1f8 flag_es spain es flag-es flag_spain
1f1ea-1f1f9 ethiopia flag_et flag-et et flag_ethiopia
1f1ea-1f1fa european_union flag_eu eu flag-eu flag_european_union
1f1eb-1f1ee finland flag_fi flag-fi fi flag_finland
1f1eb-1f1ef fiji flag_fj flag-fj fj flag_fiji
1f1eb-1f1f0 falkland_islands flag_fk flag-fk fk flag_falkland_islands
1f1eb-1f1f2 flag_fm micronesia flag-fm fm flag_micronesia
1f1eb-1f1f4 faroe_islands flag_fo flag-fo fo flag_faroe_islands
1f1eb-1f1f7 flag_fr france fr flag-fr flag_france
1f1ec-1f1e6 flag_ga gabon flag-ga ga flag_gabon
1f1ec-1f1e7 flag_gb uk united_kingdom gb flag-gb flag_united_kingdom
1f1ec-1f1e9 flag_gd grenada flag-gd gd flag_grenada
1f1ec-1f1ea flag_ge georgia flag-ge ge flag_georgia
1f1ec-1f1eb flag_gf french_guiana flag-gf gf flag_french_guiana
1f1ec-1f1ec flag_gg guernsey flag-gg gg flag_guernsey
1f1ec-1f1ed flag_gh ghana flag-gh gh flag_ghana
1f1ec-1f1ee flag_gi gibraltar flag-gi gi flag_gibraltar
1f1ec-1f1f1 flag_gl greenland flag-gl gl flag_greenland
1f1ec-1f1f2 flag_gm gambia flag-gm gm flag_gambia
1f1ec-1f1f3 flag_gn guinea flag-gn gn flag_guinea
1f1ec-1f1f5 flag_gp guadeloupe flag-gp gp flag_guadeloupe
1f1ec-1f1f6 equatorial_guinea flag_gq flag-gq gq flag_equatorial_guinea
1f1ec-1f1f7 flag_gr greece flag-gr gr flag_greece
1f1ec-1f1f8 flag_gs south_georgia_south_sandwich_islands flag-gs gs flag_south_georgia_south_sandwich_islands
1f1ec-1f1f9 flag_gt guatemala flag-gt gt flag_guatemala
1f1ec-1f1fa flag_gu guam flag-gu gu flag_guam
1f1ec-1f1fc flag_gw guinea_bissau flag-gw gw flag_guinea_bissau
1f1ec-1f1fe flag_gy guyana flag-gy gy flag_guyana
1f1ed-1f1f0 flag_hk hong_kong flag-hk hk flag_hong_kong_sar_china
1f1ed-1f1f2 flag_hm heard_mcdonald_islands flag-hm hm flag_heard_mcdonald_islands
1f1ed-1f1f3 flag_hn honduras flag-hn hn flag_honduras
1f1ed-1f1f7 croatia flag_hr flag-hr hr flag_croatia
1f1ed-1f1f9 flag_ht haiti flag-ht ht flag_haiti
1f1ed-1f1fa flag_hu hungary flag-hu hu flag_hungary
1f1ee-1f1e8 canary_islands flag_ic flag-ic ic flag_canary_islands
1f1ee-1f1e9 flag_id indonesia flag-id flag_indonesia
1f1ee-1f1ea flag_ie ireland flag-ie ie flag_ireland
1f1ee-1f1f1 flag_il israel flag-il il flag_israel
1f1ee-1f1f2 flag_im isle_of_man flag-im im flag_isle_of_man
1f1ee-1f1f3 flag_in india flag-in in flag_india
1f1ee-1f1f4 british_indian_ocean_territory flag_io flag-io io flag_british_indian_ocean_territory
1f1ee-1f1f6 flag_iq iraq flag-iq iq flag_iraq
1f1ee-1f1f7 flag_ir iran flag-ir ir flag_iran
1f1ee-1f1f8 flag_is iceland flag-is is flag_iceland
1f1ee-1f1f9 flag_it italy it flag-it flag_italy
1f1ef-1f1ea flag_je jersey flag-je je flag_jersey
1f1ef-1f1f2 flag_jm jamaica flag-jm jm flag_jamaica
1f1ef-1f1f4 flag_jo jordan flag-jo jo flag_jordan
1f1ef-1f1f5 flag_jp japan jp flag-jp flag_japan
1f1f0-1f1ea flag_ke kenya flag-ke ke flag_kenya
1f1f0-1f1ec flag_kg kyrgyzstan flag-kg kg flag_kyrgyzstan
1f1f0-1f1ed cambodia flag_kh flag-kh kh flag_cambodia
1f1f0-1f1ee flag_ki kiribati flag-ki ki flag_kiribati
1f1f0-1f1f2 comoros flag_km flag-km km flag_comoros
1f1f0-1f1f3 flag_kn st_kitts_nevis flag-kn kn flag_st_kitts_nevis
1f1f0-1f1f5 flag_kp north_korea flag-kp kp flag_north_korea
1f1f0-1f1f7 flag_kr south_korea kr flag-kr flag_south_korea
1f1f0-1f1fc flag_kw kuwait flag-kw kw flag_kuwait
1f1f0-1f1fe cayman_islands flag_ky flag-ky ky flag_cayman_islands
1f1f0-1f1ff flag_kz kazakhstan flag-kz kz flag_kazakhstan
1f1f1-1f1e6 flag_la laos flag-la la flag_laos
1f1f1-1f1e7 flag_lb lebanon flag-lb lb flag_lebanon
1f1f1-1f1e8 flag_lc st_lucia flag-lc lc flag_st_lucia
1f1f1-1f1ee flag_li liechtenstein flag-li li flag_liechtenstein
1f1f1-1f1f0 flag_lk sri_lanka flag-lk lk flag_sri_lanka
1f1f1-1f1f7 flag_lr liberia flag-lr lr flag_liberia
1f1f1-1f1f8 flag_ls lesotho flag-ls ls flag_lesotho
1f1f1-1f1f9 flag_lt lithuania flag-lt lt flag_lithuania
1f1f1-1f1fa flag_lu luxembourg flag-lu lu flag_luxembourg
1f1f1-1f1fb flag_lv latvia flag-lv lv flag_latvia
1f1f1-1f1fe flag_ly libya flag-ly ly flag_libya
1f1f2-1f1e6 flag_ma morocco flag-ma ma flag_morocco
1f1f2-1f1e8 flag_mc monaco flag-mc mc flag_monaco
1f1f2-1f1e9 flag_md moldova flag-md md flag_moldova
1f1f2-1f1ea flag_me montenegro flag-me me flag_montenegro
1f1f2-1f1eb flag_mf st_martin flag-mf mf flag_st_martin
1f1f2-1f1ec flag_mg madagascar flag-mg mg flag_madagascar
1f1f2-1f1ed flag_mh marshall_islands flag-mh mh flag_marshall_islands
1f1f2-1f1f0 flag_mk macedonia flag-mk mk flag_north_macedonia
1f1f2-1f1f1 flag_ml mali flag-ml ml flag_mali
1f1f2-1f1f2 burma flag_mm myanmar flag-mm mm flag_myanmar_burma
1f1f2-1f1f3 flag_mn mongolia flag-mn mn flag_mongolia
1f1f2-1f1f4 flag_mo macao macau flag-mo mo flag_macao_sar_china
1f1f2-1f1f5 flag_mp northern_mariana_islands flag-mp mp flag_northern_mariana_islands
1f1f2-1f1f6 flag_mq martinique flag-mq mq flag_martinique
1f1f2-1f1f7 flag_mr mauritania flag-mr mr flag_mauritania
1f1f2-1f1f8 flag_ms montserrat flag-ms ms flag_montserrat
1f1f2-1f1f9 flag_mt malta flag-mt mt flag_malta
1f1f2-1f1fa flag_mu mauritius flag-mu mu flag_mauritius
1f1f2-1f1fb flag_mv maldives flag-mv mv flag_maldives
1f1f2-1f1fc flag_mw malawi flag-mw mw flag_malawi
1f1f2-1f1fd flag_mx mexico flag-mx mx flag_mexico
1f1f2-1f1fe flag_my malaysia flag-my my flag_malaysia
1f1f2-1f1ff flag_mz mozambique flag-mz mz flag_mozambique
1f1f3-1f1e6 flag_na namibia flag-na na flag_namibia
1f1f3-1f1e8 flag_nc new_caledonia flag-nc nc flag_new_caledonia
1f1f3-1f1ea flag_ne niger flag-ne ne flag_niger
1f1f3-1f1eb flag_nf norfolk_island flag-nf nf flag_norfolk_island
1f1f3-1f1ec flag_ng nigeria flag-ng flag_nigeria
1f1f3-1f1ee flag_ni nicaragua flag-ni ni flag_nicaragua
1f1f3-1f1f1 flag_nl netherlands flag-nl nl flag_netherlands
1f1f3-1f1f4 flag_no norway flag-no flag_norway
1f1f3-1f1f5 flag_np nepal flag-np np flag_nepal
1f1f3-1f1f7 flag_nr nauru flag-nr nr flag_nauru
1f1f3-1f1fa flag_nu niue flag-nu nu flag_niue
1f1f3-1f1ff flag_nz new_zealand flag-nz nz flag_new_zealand
1f1f4-1f1f2 flag_om oman flag-om flag_oman
1f1f5-1f1e6 flag_pa panama flag-pa pa flag_panama
1f1f5-1f1ea flag_pe peru flag-pe pe flag_peru
1f1f5-1f1eb flag_pf french_polynesia flag-pf pf flag_french_polynesia
1f1f5-1f1ec flag_pg papua_new_guinea flag-pg pg flag_papua_new_guinea
1f1f5-1f1ed flag_ph philippines flag-ph ph flag_philippines
1f1f5-1f1f0 flag_pk pakistan flag-pk pk flag_pakistan
1f1f5-1f1f1 flag_pl poland flag-pl pl flag_poland
1f1f5-1f1f2 flag_pm st_pierre_miquelon flag-pm pm flag_st_pierre_miquelon
1f1f5-1f1f3 flag_pn pitcairn_islands flag-pn pn flag_pitcairn_islands
1f1f5-1f1f7 flag_pr puerto_rico flag-pr pr flag_puerto_rico
1f1f5-1f1f8 flag_ps palestinian_territories flag-ps ps flag_palestinian_territories
1f1f5-1f1f9 flag_pt portugal flag-pt pt flag_portugal
1f1f5-1f1fc flag_pw palau flag-pw pw flag_palau
1f1f5-1f1fe flag_py paraguay flag-py py flag_paraguay
1f1f6-1f1e6 flag_qa qatar flag-qa qa flag_qatar
1f1f7-1f1ea flag_re reunion flag-re re flag_reunion
1f1f7-1f1f4 flag_ro romania flag-ro ro flag_romania
1f1f7-1f1f8 flag_rs serbia flag-rs rs flag_serbia
1f1f7-1f1fa flag_ru russia ru flag-ru flag_russia
1f1f7-1f1fc flag_rw rwanda flag-rw rw flag_rwanda
1f1f8-1f1e6 flag_sa saudi_arabia flag-sa saudiarabia saudi flag_saudi_arabia
1f1f8-1f1e7 flag_sb solomon_islands flag-sb sb flag_solomon_islands
1f1f8-1f1e8 flag_sc seychelles flag-sc sc flag_seychelles
1f1f8-1f1e9 flag_sd sudan flag-sd sd flag_sudan
1f1f8-1f1ea flag_se sweden flag-se se flag_sweden
1f1f8-1f1ec flag_sg singapore flag-sg sg flag_singapore
1f1f8-1f1ed flag_sh st_helena flag-sh sh flag_st_helena
1f1f8-1f1ee flag_si slovenia flag-si si flag_slovenia
1f1f8-1f1ef flag_sj svalbard_jan_mayen flag-sj sj flag_svalbard_jan_mayen
1f1f8-1f1f0 flag_sk slovakia flag-sk sk flag_slovakia
1f1f8-1f1f1 flag_sl sierra_leone flag-sl sl flag_sierra_leone
1f1f8-1f1f2 flag_sm san_marino flag-sm sm flag_san_marino
1f1f8-1f1f3 flag_sn senegal flag-sn sn flag_senegal
1f1f8-1f1f4 flag_so somalia flag-so so flag_somalia
1f1f8-1f1f7 flag_sr suriname flag-sr sr flag_suriname
1f1f8-1f1f8 flag_ss south_sudan flag-ss ss flag_south_sudan
1f1f8-1f1f9 flag_st sao_tome_principe flag-st st flag_sao_tome_principe
1f1f8-1f1fb el_salvador flag_sv flag-sv sv flag_el_salvador
1f1f8-1f1fd flag_sx sint_maarten flag-sx sx flag_sint_maarten
1f1f8-1f1fe flag_sy syria flag-sy sy flag_syria
1f1f8-1f1ff eswatini flag_sz swaziland flag-sz sz flag_eswatini
1f1f9-1f1e6 flag_ta tristan_da_cunha flag-ta ta flag_tristan_da_cunha
1f1f9-1f1e8 flag_tc turks_caicos_islands flag-tc tc flag_turks_caicos_islands
1f1f9-1f1e9 chad flag_td flag-td td flag_chad
1f1f9-1f1eb flag_tf french_southern_territories flag-tf tf flag_french_southern_territories
1f1f9-1f1ec flag_tg togo flag-tg tg flag_togo
1f1f9-1f1ed flag_th thailand flag-th th flag_thailand
1f1f9-1f1ef flag_tj tajikistan flag-tj tj flag_tajikistan
1f1f9-1f1f0 flag_tk tokelau flag-tk tk flag_tokelau
1f1f9-1f1f1 flag_tl timor_leste flag-tl tl flag_timor_leste
1f1f9-1f1f2 flag_tm turkmenistan flag-tm flag_turkmenistan
1f1f9-1f1f3 flag_tn tunisia flag-tn tn flag_tunisia
1f1f9-1f1f4 flag_to tonga flag-to to flag_tonga
1f1f9-1f1f7 flag_tr turkey_tr tr flag-tr flag_turkiye
1f1f9-1f1f9 flag_tt trinidad_tobago flag-tt tt flag_trinidad_tobago
1f1f9-1f1fb flag_tv tuvalu flag-tv flag_tuvalu
1f1f9-1f1fc flag_tw taiwan flag-tw tw flag_taiwan
1f1f9-1f1ff flag_tz tanzania flag-tz tz flag_tanzania
1f1fa-1f1e6 flag_ua ukraine flag-ua ua flag_ukraine
1f1fa-1f1ec flag_ug uganda flag-ug ug flag_uganda
1f1fa-1f1f2 flag_um us_outlying_islands flag-um um flag_us_outlying_islands
1f1fa-1f1f3 flag_un un united_nations flag-un flag_united_nations
1f1fa-1f1f8 flag_us united_states usa us flag-us flag_united_states
1f1fa-1f1fe flag_uy uruguay flag-uy uy flag_uruguay
1f1fa-1f1ff flag_uz uzbekistan flag-uz uz flag_uzbekistan
1f1fb-1f1e6 flag_va vatican_city flag-va va flag_vatican_city
1f1fb-1f1e8 flag_vc st_vincent_grenadines flag-vc vc flag_st_vincent_grenadines
1f1fb-1f1ea flag_ve venezuela flag-ve ve flag_venezuela
1f1fb-1f1ec british_virgin_islands flag_vg flag-vg vg flag_british_virgin_islands
1f1fb-1f1ee flag_vi us_virgin_islands flag-vi vi flag_us_virgin_islands
1f1fb-1f1f3 flag_vn vietnam flag-vn vn flag_vietnam
1f1fb-1f1fa flag_vu vanuatu flag-vu vu flag_vanuatu
1f1fc-1f1eb flag_wf wallis_futuna flag-wf wf flag_wallis_futuna
1f1fc-1f1f8 flag_ws samoa flag-ws ws flag_samoa
1f1fd-1f1f0 flag_xk kosovo flag-xk xk flag_kosovo
1f1fe-1f1ea flag_ye yemen flag-ye ye flag_yemen
1f1fe-1f1f9 flag_yt mayotte flag-yt yt flag_mayotte
1f1ff-1f1e6 flag_za south_africa flag-za za flag_south_africa
1f1ff-1f1f2 flag_zm zambia flag-zm zm flag_zambia
1f1ff-1f1fc flag_zw zimbabwe flag-zw zw flag_zimbabwe
1f3f4-e0067-e0062-e0065-e006e-e0067-e007f england flag_gbeng flag-england flag_england
1f3f4-e0067-e0062-e0073-e0063-e0074-e007f flag_gbsct scotland flag-scotland flag_scotland
1f3f4-e0067-e0062-e0077-e006c-e0073-e007f flag_gbwls wales flag-wales flag_wales
1f1e6 regional_indicator_a
1f1e7 regional_indicator_b
1f1e8 regional_indicator_c
1f1e9 regional_indicator_d
1f1ea regional_indicator_e
1f1eb regional_indicator_f
1f1ec regional_indicator_g
1f1ed regional_indicator_h
1f1ee regional_indicator_i
1f1ef regional_indicator_j
1f1f0 regional_indicator_k
1f1f1 regional_indicator_l
1f1f2 regional_indicator_m
1f1f3 regional_indicator_n
1f1f4 regional_indicator_o
1f1f5 regional_indicator_p
1f1f6 regional_indicator_q
1f1f7 regional_indicator_r
1f1f8 regional_indicator_s
1f1f9 regional_indicator_t
1f1fa regional_indicator_u
1f1fb regional_indicator_v
1f1fc regional_indicator_w
1f1fd regional_indicator_x
1f1fe regional_indicator_y
1f1ff regional_indicator_z`;
